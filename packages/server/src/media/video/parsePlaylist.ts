/** What an HLS playlist (RFC 8216) says that matters for keeping it. */
export type Playlist = {
  /** It lists other playlists, not segments. */
  readonly isMaster: boolean;
  /** Nothing will be added to it. */
  readonly isFinished: boolean;
  /** Every file that it names, as it names it, in its order. */
  readonly uris: readonly string[];
  /** The lengths of its segments in seconds. */
  readonly durations: readonly number[];
};

/** Reads a playlist; undefined where the text is none. */
export function parsePlaylist(text: string): Playlist | undefined {
  const [first = '', ...lines] = text.split('\n').map((line) => line.trim());
  if (first !== '#EXTM3U') return undefined;
  return {
    isMaster: lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:')),
    isFinished: lines.includes('#EXT-X-ENDLIST'),
    uris: lines.flatMap(urisOf),
    durations: lines
      .filter((line) => line.startsWith('#EXTINF:'))
      .map((line) => Number.parseFloat(line.slice('#EXTINF:'.length)))
      .filter((seconds) => seconds >= 0 && seconds < 1e6),
  };
}

/** A line is a URI, or a tag that may have one as an attribute, or a comment. */
function urisOf(line: string): string[] {
  if (line === '') return [];
  if (!line.startsWith('#')) return [line];
  if (!line.startsWith('#EXT')) return [];
  return [...line.matchAll(/[:,]URI="([^"]*)"/g)].map(([, uri = '']) => uri);
}
