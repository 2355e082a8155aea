/** Who shows a page of another site, and how it may be shown within one of ours. */
export type EmbedProvider = {
  readonly id: 'youtube' | 'vimeo' | 'x' | 'link';
  /** What readers call it: `YouTube`, or the host of any other site. */
  readonly name: string;
  /** The page as people visit it. */
  readonly url: string;
  /** What a frame shows; missing for sites that are only linked to. */
  readonly frame?: string;
  /** The shape of the frame. */
  readonly width?: number;
  readonly height?: number;
};

/** The origins of all frames that `embedProvider` names: what `frame-src` of a page has to allow. */
export const frameOrigins: readonly string[] = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://platform.twitter.com',
];

/** Who shows the page at this address; undefined if it isn't an address of the web. */
export function embedProvider(address: string): EmbedProvider | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/^(www|m|mobile|music)\./, '');
  const known = youtube(url, host) ?? vimeo(url, host) ?? post(url, host);
  return known ?? { id: 'link', name: host, url: address };
}

function youtube(url: URL, host: string): EmbedProvider | undefined {
  if (!/^(youtube(-nocookie)?\.com|youtu\.be)$/.test(host)) return undefined;
  const [first = '', second = ''] = url.pathname.slice(1).split('/');
  const isNamed = /^(embed|shorts|live|v)$/.test(first);
  const id = host === 'youtu.be' ? first : isNamed ? second : (url.searchParams.get('v') ?? '');
  if (!/^[\w-]{11}$/.test(id)) return undefined;
  const start = seconds(url.searchParams.get('start') ?? url.searchParams.get('t') ?? hashTime(url));
  const isShort = first === 'shorts';
  const page = isShort ? `shorts/${id}` : `watch?v=${id}${start > 0 ? `&t=${start}s` : ''}`;
  return {
    id: 'youtube',
    name: 'YouTube',
    url: `https://www.youtube.com/${page}`,
    frame: `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`,
    width: isShort ? 9 : 16,
    height: isShort ? 16 : 9,
  };
}

function vimeo(url: URL, host: string): EmbedProvider | undefined {
  if (!/^(player\.)?vimeo\.com$/.test(host)) return undefined;
  // A video that is not listed has a second part.
  const [, id, hash] =
    /^\/(?:video\/|(?:channels|groups|showcase)\/[^/]+\/(?:videos?\/)?)?(\d+)(?:\/(\w+))?\/?$/.exec(
      url.pathname,
    ) ?? [];
  if (id === undefined) return undefined;
  const secret = hash ?? url.searchParams.get('h')?.replace(/\W/g, '');
  const start = seconds(hashTime(url));
  const at = start > 0 ? `#t=${start}s` : '';
  return {
    id: 'vimeo',
    name: 'Vimeo',
    url: `https://vimeo.com/${id}${secret ? `/${secret}` : ''}${at}`,
    frame: `https://player.vimeo.com/video/${id}?${secret ? `h=${secret}&` : ''}dnt=1${at}`,
    width: 16,
    height: 9,
  };
}

function post(url: URL, host: string): EmbedProvider | undefined {
  if (!/^(x|twitter|platform\.twitter)\.com$/.test(host)) return undefined;
  const [, user, id] = /^\/(?:i\/web|(\w+))\/status(?:es)?\/(\d+)/.exec(url.pathname) ?? [];
  const framed = host === 'platform.twitter.com' ? url.searchParams.get('id') : undefined;
  const number = id ?? (/^\d+$/.test(framed ?? '') ? framed : undefined);
  if (number === undefined || number === null) return undefined;
  return {
    id: 'x',
    name: 'X',
    url: `https://x.com/${user ?? 'i/web'}/status/${number}`,
    frame: `https://platform.twitter.com/embed/Tweet.html?id=${number}&dnt=true`,
    width: 550,
    height: 640,
  };
}

/** The time in the fragment, as in `#t=1m30s`. */
function hashTime({ hash }: URL): string {
  return /^#(?:.*&)?t=([\dhms]+)/.exec(hash)?.[1] ?? '';
}

/** How many seconds `90`, `90s` and `1h1m30s` are; 0 for anything else. */
function seconds(text: string): number {
  const [, h = 0, m = 0, s = 0] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}
