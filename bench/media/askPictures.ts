/** The result of requesting pictures. */
export type Asked = { readonly perSecond: number; readonly p50: number; readonly bytes: number };

/** Requests pictures, this many at a time, and waits for all of them; times in milliseconds. */
export async function askPictures(urls: readonly string[], atOnce: number): Promise<Asked> {
  const waiting = [...urls];
  const times: number[] = [];
  let bytes = 0;
  const began = performance.now();
  const one = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const start = performance.now();
      const response = await fetch(url, { headers: { accept: 'image/jpeg' } });
      const got = await response.bytes();
      if (!response.ok)
        throw new Error(`${url}: ${response.status} ${new TextDecoder().decode(got.subarray(0, 300))}`);
      times.push(performance.now() - start);
      bytes += got.length;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: urls.length / seconds, p50: times[times.length >> 1] ?? 0, bytes: bytes / urls.length };
}
