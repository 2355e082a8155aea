import { isObject } from '@newsstand/contract';
import { type ApiClient, ApiError, type ApiResponse, shown } from '../../shared/api/createApiClient.ts';

/** How many to ask for at once: what WordPress allows, and less where a site allows or manages less. */
const sizes = [100, 50, 20, 10, 5, 1] as const;

/** How often the list may change under our hands. */
const mostSteps = 100;

/**
 * Reads a whole list, by ID. Each window begins with the last element of the one before: if that is gone, something was
 * deleted meanwhile, and reading steps back, so that nothing is skipped. Returns how many elements were not sent, although
 * the site counts them.
 */
export async function* readList(
  client: ApiClient,
  list: URL,
  onProgress: (done: number, total: number) => void = () => {},
): AsyncGenerator<unknown, number> {
  const seen = new Set<unknown>();
  let size: number = sizes[0];
  let steps = 0;
  let widest = 1;
  let total: number | undefined;
  for (let offset = 0; ; ) {
    const page = await readWindow(client, list, offset, size);
    size = page.size;
    total = page.total ?? total;
    const { elements } = page;
    // What was last must still be there, unless something before it is gone.
    const isGap =
      offset > 0 && (elements.length === 0 ? offset >= (total ?? 0) : !seen.has(idOf(elements[0])));
    const added = elements.filter((each) => !seen.has(idOf(each)));
    for (const each of added) {
      seen.add(idOf(each));
      yield each;
    }
    onProgress(seen.size, total ?? 0);
    widest = Math.max(widest, elements.length);
    const end = offset + Math.max(1, elements.length);
    if (isGap && steps < mostSteps) {
      steps += 1;
      offset = Math.max(0, Math.min(offset, total ?? offset) - widest);
    } else if (total === undefined ? added.length === 0 : end >= total) break;
    // Elements that are not for us count, but are not sent.
    else offset += added.length > 0 ? Math.max(1, elements.length - 1) : elements.length || widest;
  }
  return Math.max(0, (total ?? 0) - seen.size);
}

type Window = {
  readonly elements: readonly unknown[];
  readonly total: number | undefined;
  readonly size: number;
};

/** Reads some elements, and fewer at once if the site cannot send so many. */
async function readWindow(client: ApiClient, list: URL, offset: number, size: number): Promise<Window> {
  for (const each of sizes.filter((some) => some <= size)) {
    const url = new URL(list);
    const query = { per_page: each, offset, orderby: 'id', order: 'asc' };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const result = await client.get(url).catch((error: unknown) => {
      if (error instanceof ApiError && error.isLarge && each > 1) return undefined;
      throw error;
    });
    if (result === undefined) continue;
    if (result.status === 200 && Array.isArray(result.value))
      return { elements: result.value, total: totalOf(result), size: each };
    if (each === 1 || !isTooMuch(result)) throw refusal(url, result);
  }
  throw new ApiError(`cannot read ${shown(list)}`);
}

function totalOf({ header }: ApiResponse): number | undefined {
  const text = header('x-wp-total') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Whether fewer elements may be answered: the site says so, or gave up on so many. */
function isTooMuch({ status, value }: ApiResponse): boolean {
  const data = isObject(value) ? value['data'] : undefined;
  const params = isObject(data) ? data['params'] : undefined;
  return status >= 500 || (status === 400 && isObject(params) && 'per_page' in params);
}

function refusal(url: URL, { status, value, text }: ApiResponse): ApiError {
  const { code, message } = isObject(value) ? value : {};
  const told = typeof code === 'string' ? `${code}: ${String(message).slice(0, 200)}` : undefined;
  const isPage = /^\s*</.test(text);
  const why = told ?? (isPage ? 'it sends a web page, not JSON' : 'it sends no list');
  const hint =
    code === 'rest_forbidden_context' || code === 'rest_forbidden_status' || code === 'rest_invalid_param'
      ? '; the user needs the role of an editor or administrator'
      : '';
  return new ApiError(
    `cannot read ${shown(url)}: status ${status}, ${why}${status === 401 || status === 403 || status === 400 ? hint : ''}`,
    {
      status,
    },
  );
}

function idOf(element: unknown): unknown {
  return isObject(element) ? element['id'] : undefined;
}
