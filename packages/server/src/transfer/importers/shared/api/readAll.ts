import { isObject } from '@newsstand/contract';
import { ApiError } from './createApiClient.ts';

/** Some elements of a list, and how many there are in all, if the API says so. */
export type ApiWindow = { readonly elements: readonly unknown[]; readonly total: number | undefined };

/** Reads some elements. An `ApiError` that is large means that there were too many at once. */
type ReadWindow = (offset: number, size: number) => Promise<ApiWindow>;

/** How many to ask for at once: what most APIs allow, and less where one allows or manages less. */
const sizes = [100, 50, 20, 10, 5, 1] as const;

/** How often the list may change under our hands. */
const mostSteps = 100;

/** How many windows in a row may bring nothing new: more are hidden nowhere, but an API may count or repeat without end. */
const mostFruitless = 1000;

/**
 * Reads a whole list, whose order must not change. Each window begins with the last element of the one before: if that is
 * gone, something was deleted meanwhile, and reading steps back, so that nothing is skipped. Returns how many elements
 * were not sent, although they are counted.
 */
export async function* readAll(
  read: ReadWindow,
  onProgress: (done: number, total: number) => void = () => {},
): AsyncGenerator<unknown, number> {
  const seen = new Set<unknown>();
  let size: number = sizes[0];
  let steps = 0;
  let widest = 1;
  let fruitless = 0;
  let total: number | undefined;
  for (let offset = 0; ; ) {
    const found = await readSome(read, offset, size);
    size = found.size;
    total = found.total ?? total;
    const { elements } = found;
    // What was last must still be there, unless something before it is gone.
    const isGap =
      offset > 0 && (elements.length === 0 ? offset >= (total ?? 0) : !seen.has(idOf(elements[0])));
    const added = elements.filter((each) => !seen.has(idOf(each)));
    for (const each of added) {
      seen.add(idOf(each));
      yield each;
    }
    fruitless = added.length > 0 ? 0 : fruitless + 1;
    if (fruitless > mostFruitless)
      throw new ApiError(
        `the API counts ${total} elements, but has sent nothing new in ${fruitless} responses after ${seen.size} of them`,
      );
    onProgress(seen.size, total ?? 0);
    widest = Math.max(widest, elements.length);
    const end = offset + Math.max(1, elements.length);
    if (isGap && steps < mostSteps) {
      steps += 1;
      offset = Math.max(0, Math.min(offset, total ?? offset) - widest);
    } else if (total === undefined ? added.length === 0 : end >= total) break;
    // Elements that are not for us count, but are not sent, even the last ones.
    else if (elements.length === 0) offset = Math.min(offset + widest, (total ?? 0) - 1);
    else offset += added.length > 0 ? Math.max(1, elements.length - 1) : elements.length;
  }
  return Math.max(0, (total ?? 0) - seen.size);
}

/** Reads some elements, and fewer at once if the API cannot send so many. */
async function readSome(
  read: ReadWindow,
  offset: number,
  size: number,
): Promise<ApiWindow & { readonly size: number }> {
  for (const each of sizes.filter((some) => some <= size && some > 1)) {
    try {
      return { ...(await read(offset, each)), size: each };
    } catch (error) {
      if (!(error instanceof ApiError && error.isLarge)) throw error;
    }
  }
  return { ...(await read(offset, 1)), size: 1 };
}

function idOf(element: unknown): unknown {
  return isObject(element) ? element['id'] : undefined;
}

/** Writes elements as a JSON list with a line for each. */
export async function* writeList(elements: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const element of elements) {
    yield `${separator}${JSON.stringify(element)}`;
    separator = ',\n';
  }
  yield separator === ',\n' ? '\n]\n' : '[]\n';
}

/** Writes what `readAll` reads as a response of the API, with all elements; `counted` says how many there are in all. */
export async function* writeResponse(
  elements: AsyncGenerator<unknown, number>,
  member: string,
  counted: (total: number) => object,
): AsyncGenerator<string> {
  let missing = 0;
  let sent = 0;
  async function* counting() {
    for (let next = await elements.next(); ; next = await elements.next()) {
      if (next.done) {
        missing = next.value;
        return;
      }
      sent += 1;
      yield next.value;
    }
  }
  yield `{${JSON.stringify(member)}:`;
  yield* writeList(counting());
  yield `,${JSON.stringify(counted(sent + missing)).slice(1)}\n`;
}

/** What is said of elements that an API counts, but that are not in its response. */
export const whyNotSent = 'is counted by the API, but is not in the response, which may have only a part';
