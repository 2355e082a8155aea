import { isAppKind, limits, plainKinds } from '@newsstand/contract/plain';
import { memberOf, parseJson } from '../../parts/json/parseJson.ts';
import { type ExplorerRequest, requestPath, withValue } from './ExplorerRequest.ts';

/** An item of an answer, and what becomes of it between now and the moment that was asked for. */
export type Compared = {
  readonly id: string;
  readonly name: string;
  readonly change: 'stays' | 'comes' | 'goes';
};

/** What an answer holds. */
type Held = { readonly total: number; readonly items: readonly Omit<Compared, 'change'>[] };

/** What is there at a moment beside what is there now. */
export type Comparison = {
  readonly nowTotal: number;
  readonly thenTotal: number;
  readonly items: readonly Compared[];
};

/** So many IDs fit into a URL, however long they are. */
const mostIds = 40;

/** Whether an answer depends on the moment that is asked for. */
export function canCompare({ operation, values }: ExplorerRequest): boolean {
  return isAppKind(operation.kind) && values.previewAt !== undefined;
}

/**
 * Holds what is there at the moment of a request against what is there now. What is on another page only neither comes
 * nor goes, so what is missing on one of both sides is looked for by its ID.
 */
export async function compareWithNow(
  request: ExplorerRequest,
  then: string,
  now: number,
  askFor: (path: string) => Promise<string>,
): Promise<Comparison> {
  const nowRequest = withValue(request, 'previewAt', `${now}`);
  const [held, heldNow] = [heldBy(then), heldBy(await askFor(requestPath(nowRequest)))];
  const [fresh, gone] = [missingIn(heldNow, held), missingIn(held, heldNow)];
  const hidden = async (asked: ExplorerRequest, ids: readonly string[]) => {
    const found = await findAmong(asked, ids, askFor);
    return new Set(ids.filter((id) => !found.has(id)));
  };
  const [come, go] = await Promise.all([hidden(nowRequest, fresh), hidden(request, gone)]);
  return {
    nowTotal: heldNow.total,
    thenTotal: held.total,
    items: [
      ...held.items.map((item) => ({ ...item, change: come.has(item.id) ? 'comes' : 'stays' }) as const),
      ...heldNow.items.filter(({ id }) => go.has(id)).map((item) => ({ ...item, change: 'goes' }) as const),
    ],
  };
}

function missingIn(one: Held, other: Held): readonly string[] {
  const known = new Set(one.items.map(({ id }) => id));
  return other.items.map(({ id }) => id).filter((id) => !known.has(id));
}

/** Which of some IDs a request finds on any of its pages. */
async function findAmong(
  request: ExplorerRequest,
  ids: readonly string[],
  askFor: (path: string) => Promise<string>,
): Promise<ReadonlySet<string>> {
  if (request.operation.single) return new Set();
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += mostIds) {
    const part = ids.slice(start, start + mostIds);
    const { page: _, sort: __, ...filters } = request.values;
    const values = { ...filters, size: `${limits.pageSize.max}`, contentIds: part.join(',') };
    for (const { id } of heldBy(await askFor(requestPath({ ...request, values }))).items) found.add(id);
  }
  return found;
}

/** What the body of an answer holds, of a list or of one item; a refusal holds nothing. */
export function heldBy(body: string): Held {
  const { value: response } = parseJson(body);
  const one = itemOf(response);
  if (one !== undefined) return { total: 1, items: [one] };
  const list = memberOf(response, 'list');
  const total = memberOf(response, 'totalCount');
  if (!Array.isArray(list)) return { total: 0, items: [] };
  const items = list.flatMap((each) => itemOf(each) ?? []);
  return { total: typeof total === 'number' ? total : items.length, items };
}

function itemOf(value: unknown): Held['items'][number] | undefined {
  const id = memberOf(value, plainKinds.news.idField);
  if (typeof id !== 'string') return undefined;
  const names = [memberOf(memberOf(value, 'values'), 'title'), memberOf(value, 'name')];
  return { id, name: names.find(isName) ?? id };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
