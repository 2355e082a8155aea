/** Reads everything that can be seen of a site from outside. */
import { createHash } from 'node:crypto';
import { key as keySchema, operator as operatorSchema } from '@newsstand/contract/manage';
import { z } from 'zod';
import { type Item, inWords, isSame, keyOf } from './book.ts';
import { keyItem } from './commands.ts';
import { type Course, fault } from './course.ts';
import {
  basePicture,
  type ContentKind,
  contentKinds,
  type Delivered,
  page,
  readDelivered,
  shelfPath,
} from './items.ts';
import { pick } from './plans.ts';
import { sendRequest } from './sendRequest.ts';
import { type Headers, ownIds, type TortureNode } from './site.ts';

/** What a node shows: things by key, and the entries of the ledger. */
export type View = { readonly seen: ReadonlyMap<string, Item>; readonly ledger: readonly string[] };

/** Everything that a node delivers, and shows to operators. */
export async function lookAtNode(course: Course, node: TortureNode): Promise<View> {
  const { preview } = course.site;
  const seen = new Map<string, Item>();
  let ledger: readonly string[] = [];
  for (const kind of contentKinds) {
    for (const delivered of await wholeShelf(course, node, kind, preview)) {
      const item = await withFile(node, delivered);
      if (kind === 'news' && item.id === ownIds.ledger) ledger = (item.text ?? '').split(' ').filter(Boolean);
      const isOurs = Object.values<string>(ownIds).includes(item.id) || item.id === basePicture;
      if (!isOurs) seen.set(keyOf(item), item);
    }
  }
  await lookAtSingles(course, node, [...seen.values()]);
  await lookAsReader(course, node, [...seen.values()]);
  for (const item of await adminItems(course, node)) seen.set(keyOf(item), item);
  return { seen, ledger };
}

async function get(node: TortureNode, path: string, headers: Headers): Promise<string> {
  const response = await sendRequest(node.running.url + path, { headers });
  if (response === undefined || !response.isDone)
    throw new Error(`${node.name}, ${path}: ${response?.status ?? 'nothing'}: ${response?.text}`);
  return response.text;
}

const pageSize = 99;

/** Every page of a list; its total must be correct. */
async function wholeShelf(
  course: Course,
  node: TortureNode,
  kind: ContentKind,
  headers: Headers,
): Promise<readonly Delivered[]> {
  const all: Delivered[] = [];
  const more = kind === 'news' ? '&includeCategory=true&includeTags=true' : '';
  for (let number = 1; ; number++) {
    const text = await get(node, `/static${shelfPath(kind)}?size=${pageSize}&page=${number}${more}`, headers);
    const { totalCount, list } = page.parse(JSON.parse(text));
    all.push(...list.map((value) => readDelivered(kind, value)));
    if (list.length === pageSize) continue;
    if (totalCount !== all.length)
      fault(
        course,
        'disagreement',
        `${node.name} counts ${totalCount} ${kind} items but lists ${all.length}`,
      );
    return all;
  }
}

/** The hash of the original as delivered. */
async function withFile(node: TortureNode, { item, originalUrl }: Delivered): Promise<Item> {
  if (originalUrl === undefined) return item;
  const response = await fetch(node.running.url + new URL(originalUrl).pathname, { keepalive: false });
  const bytes = await response.bytes();
  const file = response.ok
    ? createHash('sha256').update(bytes).digest('hex')
    : `answered with ${response.status}`;
  return { ...item, file };
}

/** Checks that a few single items, by ID and by alias, are the same as in the list. */
async function lookAtSingles(course: Course, node: TortureNode, items: readonly Item[]): Promise<void> {
  for (const kind of ['news', 'banner', 'media'] as const) {
    const own = items.filter((item) => item.kind === kind);
    if (own.length === 0) continue;
    const item = pick(course.random, own);
    for (const name of [item.id, ...(item.alias === undefined ? [] : [item.alias])]) {
      const text = await get(node, `/static${shelfPath(kind)}/${name}`, course.site.preview);
      const single = { ...readDelivered(kind, JSON.parse(text)).item, file: item.file };
      if (!isSame(single, item))
        fault(
          course,
          'disagreement',
          `${node.name}: ${keyOf(item)} is ${inWords(single)} as a single item, but in the list ${inWords(item)}`,
        );
    }
  }
}

/** Readers see published items and no others. */
async function lookAsReader(course: Course, node: TortureNode, items: readonly Item[]): Promise<void> {
  for (const kind of ['news', 'banner'] as const) {
    const shown = await wholeShelf(course, node, kind, course.site.reader);
    const ids = new Set(shown.map(({ item }) => item.id));
    const wrong = items.filter(
      (item) => item.kind === kind && ids.has(item.id) !== (item.status === 'published'),
    );
    for (const item of wrong)
      fault(
        course,
        'disagreement',
        `${node.name}: readers ${ids.has(item.id) ? '' : 'do not '}see ${keyOf(item)}, which is ${item.status}`,
      );
  }
}

const keys = z.array(keySchema);
const operators = z.array(operatorSchema);

/** Keys and operators. A valid key must be accepted, and a revoked one refused. */
async function adminItems(course: Course, node: TortureNode): Promise<readonly Item[]> {
  const { operator } = course.site;
  const readAdmin = async (path: string): Promise<unknown> => {
    const response = await sendRequest(`${node.running.managementUrl}/manage/v1${path}`, {
      headers: operator,
    });
    if (!response?.isDone) throw new Error(`${node.name}, ${path}: ${response?.status}: ${response?.text}`);
    return JSON.parse(response.text);
  };
  const known = keys.parse(await readAdmin('/keys')).filter(({ name }) => name.startsWith('cl.'));
  for (const { key, name } of known) course.keys.set(name, { ...course.keys.get(name), key });
  for (const isActive of [true, false]) {
    const usable = known.filter(
      ({ state, name }) => (state === 'active') === isActive && course.keys.get(name)?.secret !== undefined,
    );
    if (usable.length > 0) await tryKey(course, node, pick(course.random, usable).name, isActive);
  }
  const people = operators
    .parse(await readAdmin('/operators'))
    .filter(({ operatorId }) => operatorId !== 'robot');
  return [
    ...known.map(({ name, state }) => keyItem(name, state === 'active' ? 'active' : 'revoked')),
    ...people.map(({ operatorId: id, name }): Item => ({ kind: 'operator', id, name })),
  ];
}

const keyPatience = 5000;

/** A key becomes valid or invalid within a second. */
async function tryKey(course: Course, node: TortureNode, name: string, isActive: boolean): Promise<void> {
  const { key = '', secret = '' } = course.keys.get(name) ?? {};
  const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
  const wanted = isActive ? 200 : 401;
  const until = performance.now() + keyPatience;
  for (;;) {
    const response = await sendRequest(`${node.running.url}/static${shelfPath('tag')}?size=1`, { headers });
    if (response?.status === wanted) return;
    if (performance.now() > until)
      return fault(
        course,
        'disagreement',
        `${node.name}: the key ${name} gets ${response?.status}, not ${wanted}`,
      );
    await Bun.sleep(20);
  }
}
