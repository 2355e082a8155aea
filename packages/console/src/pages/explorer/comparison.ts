import { isAppKind, limits, plainKinds } from '@newsstand/contract/plain';
import { memberOf, parseJson } from '../../parts/json/json.ts';
import { type ExplorerRequest, requestPath, withValue } from './ExplorerRequest.ts';

/** An item of a response, and what happens to it between now and the requested time. */
export type ComparedItem = {
  readonly id: string;
  readonly name: string;
  readonly change: 'stays' | 'appears' | 'disappears';
};

/** The items of a response. */
type FoundItems = { readonly total: number; readonly items: readonly Omit<ComparedItem, 'change'>[] };

/** The items at a point in time, compared with the items now. */
export type Comparison = {
  readonly nowTotal: number;
  readonly thenTotal: number;
  readonly items: readonly ComparedItem[];
};

/** This many IDs fit in a URL, however long they are. */
const maxIds = 40;

/** Whether a response depends on the requested time. */
export function canCompare({ operation, values }: ExplorerRequest): boolean {
  return isAppKind(operation.kind) && values.previewAt !== undefined;
}

/**
 * Compares the items at the requested time with the items now. An item that is only on another page neither appears
 * nor disappears, so items missing on one side are looked up by ID.
 */
export async function compareWithNow(
  request: ExplorerRequest,
  then: string,
  now: number,
  fetchBody: (path: string) => Promise<string>,
): Promise<Comparison> {
  const nowRequest = withValue(request, 'previewAt', `${now}`);
  const [found, foundNow] = [readItems(then), readItems(await fetchBody(requestPath(nowRequest)))];
  const [fresh, gone] = [missingFrom(foundNow, found), missingFrom(found, foundNow)];
  const hidden = async (target: ExplorerRequest, ids: readonly string[]) => {
    const found = await findAmong(target, ids, fetchBody);
    return new Set(ids.filter((id) => !found.has(id)));
  };
  const [appearing, disappearing] = await Promise.all([hidden(nowRequest, fresh), hidden(request, gone)]);
  return {
    nowTotal: foundNow.total,
    thenTotal: found.total,
    items: [
      ...found.items.map(
        (item) => ({ ...item, change: appearing.has(item.id) ? 'appears' : 'stays' }) as const,
      ),
      ...foundNow.items
        .filter(({ id }) => disappearing.has(id))
        .map((item) => ({ ...item, change: 'disappears' }) as const),
    ],
  };
}

function missingFrom(one: FoundItems, other: FoundItems): readonly string[] {
  const known = new Set(one.items.map(({ id }) => id));
  return other.items.map(({ id }) => id).filter((id) => !known.has(id));
}

/** Which of these IDs a request finds on any of its pages. */
async function findAmong(
  request: ExplorerRequest,
  ids: readonly string[],
  fetchBody: (path: string) => Promise<string>,
): Promise<ReadonlySet<string>> {
  if (request.operation.single) return new Set();
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += maxIds) {
    const part = ids.slice(start, start + maxIds);
    const { page: _, sort: __, ...filters } = request.values;
    const values = { ...filters, size: `${limits.pageSize.max}`, contentIds: part.join(',') };
    for (const { id } of readItems(await fetchBody(requestPath({ ...request, values }))).items) found.add(id);
  }
  return found;
}

/** The items in the body of a response: a list, a single item, or none if it is a problem. */
export function readItems(body: string): FoundItems {
  const { value: response } = parseJson(body);
  const one = itemOf(response);
  if (one !== undefined) return { total: 1, items: [one] };
  const list = memberOf(response, 'list');
  const total = memberOf(response, 'totalCount');
  if (!Array.isArray(list)) return { total: 0, items: [] };
  const items = list.flatMap((each) => itemOf(each) ?? []);
  return { total: typeof total === 'number' ? total : items.length, items };
}

function itemOf(value: unknown): FoundItems['items'][number] | undefined {
  const id = memberOf(value, plainKinds.news.idField);
  if (typeof id !== 'string') return undefined;
  const names = [memberOf(memberOf(value, 'values'), 'title'), memberOf(value, 'name')];
  return { id, name: names.find(isName) ?? id };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
