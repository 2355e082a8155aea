/** Long enough to stand out from noise. */
const leastMilliseconds = 3;
const attempts = 5;

/** `most`: what is allowed; `times`: the ratio of the sizes of the two inputs; `size`: the first size to try. */
type GrowthOptions = { readonly most: number; readonly times?: number; readonly size?: number };

/**
 * How much more processor time some work takes for a larger input, relative to how much larger the input is, measured on
 * this machine. About 1 for linear time, about 10 for quadratic time; stops at an attempt that takes less than allowed.
 * `make` creates an input of this many characters, or of another measure of its length.
 */
export async function growthOf(
  make: (size: number) => string,
  work: (input: string) => unknown,
  { most, times = 10, size = 4000 }: GrowthOptions,
): Promise<number> {
  const [smaller, larger] = [make(size), make(size * times)];
  const small = await shortest(() => work(smaller), leastMilliseconds);
  if (small < leastMilliseconds) return await growthOf(make, work, { most, times, size: size * 2 });
  const expected = small * (larger.length / smaller.length);
  return (await shortest(() => work(larger), expected * most)) / expected;
}

/** The shortest of a few attempts, because garbage collection only adds to it; stops at one that is short enough. */
async function shortest(work: () => unknown, enough: number): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least >= enough; attempt++) {
    // Not wall-clock time: the machine is shared.
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
