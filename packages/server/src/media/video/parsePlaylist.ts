/** The parts of an HLS playlist (RFC 8216) that matter for storing it. */
export type Playlist = {
  /** Whether it lists other playlists instead of segments. */
  readonly isMaster: boolean;
  /** Whether it is complete. */
  readonly isFinished: boolean;
  /** The URIs of all files it refers to, in order. */
  readonly uris: readonly string[];
  /** The durations of its segments in seconds. */
  readonly durations: readonly number[];
};

/** Parses a playlist; undefined if the text is not one. */
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

/** A line is a URI, a tag that may have a URI attribute, or a comment. */
function urisOf(line: string): string[] {
  if (line === '') return [];
  if (!line.startsWith('#')) return [line];
  if (!line.startsWith('#EXT')) return [];
  return [...line.matchAll(/[:,]URI="([^"]*)"/g)].map(([, uri = '']) => uri);
}
