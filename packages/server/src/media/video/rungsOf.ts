/** One of the sizes at which a video is offered. */
export type Rung = {
  readonly width: number;
  readonly height: number;
  /** Kilobits a second that its pictures may take at most. */
  readonly mostKilobits: number;
};

const ladder = [
  { height: 720, mostKilobits: 3000 },
  { height: 480, mostKilobits: 1400 },
  { height: 360, mostKilobits: 800 },
] as const;

/** The sizes at which a video is offered, the largest first: never larger than it is, and always even. */
export function rungsOf(width: number, height: number): readonly Rung[] {
  const fitting = ladder.filter((rung) => rung.height <= height);
  const own = { height: Math.max(2, 2 * Math.floor(height / 2)), mostKilobits: 800 };
  return (fitting.length > 0 ? fitting : [own]).map((rung) => ({
    width: Math.max(2, 2 * Math.round((width * rung.height) / height / 2)),
    ...rung,
  }));
}
