import type { Media } from '@newsstand/contract';

/** A page that shows media by the URLs of their records, and nothing else. */
export function galleryPage(list: readonly Media[]): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Gallery</title>
<style>
  body { font: 12px sans-serif; background: #fff; margin: 12px }
  figure { display: inline-block; vertical-align: top; margin: 6px }
  iframe { border: 0; width: 240px; height: 160px }
</style>
${list.map(figure).join('\n')}
<script>const faults = [];</script>
<script src="/hls.js"></script>
<script>
  for (const video of document.querySelectorAll('video')) {
    const hls = new Hls();
    hls.on(Hls.Events.ERROR, (_, { fatal, details }) => { if (fatal) faults.push(details); });
    hls.loadSource(video.dataset.source);
    hls.attachMedia(video);
    video.play().catch((error) => faults.push(String(error)));
  }
</script>
`;
}

function figure({ mediaId, type, assets, accessUrl, thumbnailAccessUrl }: Media): string {
  return `<figure>${shown()}<figcaption>${mediaId}</figcaption></figure>`;

  function shown(): string {
    if (type === 'video')
      return `<video muted width="320" data-source="${accessUrl}"></video><img id="${mediaId}-poster" src="${thumbnailAccessUrl}">`;
    if (assets !== undefined) return `<iframe src="${accessUrl}"></iframe>`;
    return `<img id="${mediaId}" src="${accessUrl}">`;
  }
}
