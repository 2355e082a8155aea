/** Long enough to stand out from noise. */
const leastMilliseconds = 3;
const attempts = 5;

/** The ratio of the sizes of the two inputs, and the first size to try. */
type GrowthOptions = { readonly times?: number; readonly size?: number };

/**
 * How much more processor time some work takes for a larger input, relative to how much larger the input is, measured on
 * this machine. About 1 for linear time, about 10 for quadratic time. `make` creates an input of this many characters, or
 * of another measure of its length.
 */
export async function growthOf(
  make: (size: number) => string,
  work: (input: string) => unknown,
  { times = 10, size = 4000 }: GrowthOptions = {},
): Promise<number> {
  const [smaller, larger] = [make(size), make(size * times)];
  const small = await shortest(() => work(smaller));
  if (small < leastMilliseconds) return await growthOf(make, work, { times, size: size * 2 });
  const expected = small * (larger.length / smaller.length);
  return (await shortest(() => work(larger), expected)) / expected;
}

/** The shortest of a few attempts, because garbage collection only adds to it; stops at one that is short enough. */
async function shortest(work: () => unknown, enough = 0): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least > enough; attempt++) {
    // Not wall-clock time: the machine is shared.
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
