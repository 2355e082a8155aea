/** One of the sizes that a video is offered in. */
export type Rung = {
  readonly width: number;
  readonly height: number;
  /** The maximum video bit rate in kilobits per second. */
  readonly maxKilobits: number;
};

/** The HLS ladder, largest first. To add a rung, add a line. */
const ladder = [
  { height: 720, maxKilobits: 3000 },
  { height: 480, maxKilobits: 1400 },
  { height: 360, maxKilobits: 800 },
] as const;

/** The sizes to offer a video in, largest first: never larger than the video, and always even. */
export function rungsOf(width: number, height: number): readonly Rung[] {
  const fitting = ladder.filter((rung) => rung.height <= height);
  const own = { height: Math.max(2, 2 * Math.floor(height / 2)), maxKilobits: 800 };
  return (fitting.length > 0 ? fitting : [own]).map((rung) => ({
    width: Math.max(2, 2 * Math.round((width * rung.height) / height / 2)),
    ...rung,
  }));
}
