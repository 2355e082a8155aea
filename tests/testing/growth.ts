/** Long enough to be told from noise. */
const leastMilliseconds = 3;
const attempts = 5;

/** How much larger the larger input is, in what `make` counts; and where the search for a first size begins. */
type GrowthOptions = { readonly times?: number; readonly size?: number };

/**
 * How many times as much processor time some work takes for a larger input, beside how much larger that is; both are
 * measured now, on this machine. About 1 where it takes linear time, about 10 where it takes quadratic time. `make` makes
 * an input of so many characters, or whatever its length grows with.
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

/** The shortest of a few tries, as the collector of garbage only adds to it; one that is short enough will do. */
async function shortest(work: () => unknown, enough = 0): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least > enough; attempt++) {
    // Not the time on the clock: others work on this machine too.
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
