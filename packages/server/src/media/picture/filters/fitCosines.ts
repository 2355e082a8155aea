/** One cosine of the distance from a pixel, with what is needed to sum over it from pixel to pixel. */
export type Cosine = {
  /** Its share of the whole. */
  readonly weight: number;
  /** Its values from one end of the reach to the other. */
  readonly values: Float64Array;
  /** Twice the cosine of one pixel. */
  readonly turn: number;
  /** The cosine of the reach. */
  readonly entering: number;
  /** The cosine of one pixel more. */
  readonly leaving: number;
};

/**
 * Cosines that together make a Gaussian bell within a reach, and sum to 1 over it.
 * Their period is longer than the bell, since they need not fit it outside. With these figures they miss it
 * by less than a tenth of a level, for any bell not narrower than two sevenths of its reach.
 */
export function fitCosines(reach: number, sigma: number): readonly Cosine[] {
  const [stretch, most] = sigma >= reach ? [2, 4] : [1.3, 6];
  const period = stretch * (2 * reach + 1);
  const distances = Float64Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
  const bell = distances.map((distance) => Math.exp(-(distance ** 2) / (2 * sigma ** 2)));
  const angles = Array.from(
    { length: Math.min(most, reach + 1) },
    (_, wave) => (2 * Math.PI * wave) / period,
  );
  const waves = angles.map((angle) => distances.map((distance) => Math.cos(angle * distance)));
  const shares = leastSquares(waves, bell);
  const total = waves.reduce((sum, values, wave) => sum + (shares[wave] ?? 0) * sumOf(values), 0);
  return waves.map((values, wave) => {
    const angle = angles[wave] ?? 0;
    return {
      weight: (shares[wave] ?? 0) / total,
      values,
      turn: 2 * Math.cos(angle),
      entering: Math.cos(angle * reach),
      leaving: Math.cos(angle * (reach + 1)),
    };
  });
}

/** How much of each wave to take so that their sum comes nearest to a curve (normal equations, Gauss-Jordan). */
function leastSquares(waves: readonly Float64Array[], curve: Float64Array): readonly number[] {
  let rows = waves.map((wave) =>
    [...waves, curve].map((other) => sumOf(wave.map((v, at) => v * (other[at] ?? 0)))),
  );
  for (let at = 0; at < rows.length; at++) {
    const pivot = rows[at] ?? [];
    rows = rows.map((row) => (row === pivot ? row : cleared(row, pivot, at)));
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

/** The row less as much of the pivot as makes it 0 at one place. */
function cleared(row: readonly number[], pivot: readonly number[], at: number): number[] {
  const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
  return row.map((value, column) => value - factor * (pivot[column] ?? 0));
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
