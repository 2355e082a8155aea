type Falsy = undefined | null | false | 0 | '';

/** How long anything may take, even on a busy machine. */
const patienceSeconds = 15;
/** In milliseconds, between two looks. */
const pause = 20;

/**
 * Waits until what is seen is right, and returns it. If that takes too long, the error names what was awaited and what
 * was seen last. Something that can't be looked at yet may throw. `seconds`: for what takes longer by its nature.
 */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<Exclude<T, Falsy>>;
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  isRight: (seen: T) => boolean,
  seconds?: number,
): Promise<T>;
export async function until(
  what: string,
  look: () => unknown,
  isRight: (seen: unknown) => boolean = Boolean,
  seconds = patienceSeconds,
): Promise<unknown> {
  // Pauses count as long as they were meant to be: if they take longer, the machine is starved, and whatever is awaited
  // is, too.
  for (let waited = 0; ; waited += pause) {
    const begin = performance.now();
    let last: { readonly seen: unknown } | { readonly error: unknown };
    try {
      last = { seen: await look() };
      if (isRight(last.seen)) return last.seen;
    } catch (error) {
      last = { error };
    }
    waited += performance.now() - begin;
    if (waited > 1000 * seconds)
      throw new Error(complaint(what, seconds, last), { cause: Reflect.get(last, 'error') });
    await Bun.sleep(pause);
  }
}

function complaint(what: string, seconds: number, last: object): string {
  return `waited ${seconds} s for ${what}; last: ${Bun.inspect(last, { depth: 6 }).slice(0, 4000)}`;
}
