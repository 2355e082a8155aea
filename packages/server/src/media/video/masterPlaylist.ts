import type { Rung } from './rungsOf.ts';

/** A rung after conversion. */
export type MadeRung = Pick<Rung, 'width' | 'height'> & {
  /** The path of its playlist, relative to the master playlist. */
  readonly playlist: string;
  /** The initialization segment. */
  readonly init: Uint8Array;
  readonly segments: readonly { readonly fileSize: number; readonly seconds: number }[];
};

/** The master playlist of all rungs. */
export function masterPlaylist(rungs: readonly MadeRung[]): string {
  const lines = rungs.flatMap((rung) => [`#EXT-X-STREAM-INF:${attributes(rung)}`, rung.playlist]);
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`;
}

function attributes({ width, height, init, segments }: MadeRung): string {
  const average = bitRate(segments);
  // A short last segment does not count for the peak bandwidth.
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const peaks = segments.filter(({ seconds }) => seconds >= longest / 2).map((segment) => bitRate([segment]));
  return [
    `BANDWIDTH=${Math.max(average, ...peaks)}`,
    `AVERAGE-BANDWIDTH=${average}`,
    `RESOLUTION=${width}x${height}`,
    `CODECS="${codecs(init)}"`,
  ].join(',');
}

/** Bits per second. */
function bitRate(segments: MadeRung['segments']): number {
  const bytes = segments.reduce((sum, { fileSize }) => sum + fileSize, 0);
  const seconds = segments.reduce((sum, each) => sum + each.seconds, 0);
  return Math.ceil((bytes * 8) / Math.max(seconds, 0.001));
}

/** The codecs (RFC 6381): H.264 with its profile and level, and AAC if there is sound. */
function codecs(init: Uint8Array): string {
  const bytes = Buffer.from(init);
  // In the `avcC` box, profile, constraints and level follow the version.
  const profile = bytes.indexOf('avcC') + 5;
  const video = `avc1.${bytes.toString('hex', profile, profile + 3)}`;
  return bytes.includes('mp4a') ? `${video},mp4a.40.2` : video;
}
