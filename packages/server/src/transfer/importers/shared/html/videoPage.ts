import { embedProvider } from '@newsstand/html';

type Service = { readonly player: RegExp; readonly page: (id: string) => string };

/** Players of video services as they are embedded, and the pages of the same videos. */
const services: readonly Service[] = [
  {
    player: /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed|v|shorts|live)\/([\w-]+)/,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  { player: /^youtu\.be\/([\w-]+)/, page: (id) => `https://www.youtube.com/watch?v=${id}` },
  { player: /^(?:player\.)?vimeo\.com\/(?:video\/)?(\d+)/, page: (id) => `https://vimeo.com/${id}` },
  {
    player: /^(?:www\.)?dailymotion\.com\/(?:embed\/)?video\/(\w+)/,
    page: (id) => `https://www.dailymotion.com/video/${id}`,
  },
  {
    player: /^(?:embed|www)\.nicovideo\.jp\/watch\/(\w+)/,
    page: (id) => `https://www.nicovideo.jp/watch/${id}`,
  },
  { player: /^(?:embed|www)\.ted\.com\/talks\/([\w-]+)/, page: (id) => `https://www.ted.com/talks/${id}` },
];

/** The page of a video at a video service, from the URL of its player or of the page; undefined for other URLs. */
export function videoPage(address: string): string | undefined {
  const provider = embedProvider(address);
  if (provider?.frame !== undefined && provider.id !== 'x') return provider.url;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const watched = searchParams.get('v') ?? '';
  const isWatched = /^(?:www\.|m\.)?youtube\.com$/.test(host) && pathname === '/watch';
  const path = isWatched ? `youtu.be/${watched}` : `${host}${pathname}`;
  for (const { player, page } of services) {
    const id = player.exec(path)?.[1];
    if (id !== undefined && id !== 'videoseries') return page(id);
  }
  return undefined;
}
