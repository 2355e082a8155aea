/** Plans the next write at random, based on the book. Pure. */
import { type Book, type Change, certain, type Item, keyOf, readKey, type Write } from './book.ts';
import {
  basePicture,
  bodyOf,
  type ContentKind,
  isContent,
  lineOf,
  namingOf,
  shelfPath,
  valuesOf,
} from './items.ts';

export type Random = () => number;

/** A write with one request. */
export type Plan = {
  readonly write: Write;
  readonly method: 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** Relative to the root of the write interface. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The precondition. */
  readonly guard?: 'if-match' | 'if-none-match';
};

/** A writer. Nobody else touches things whose names begin with the owner's, so the order of changes to each is known. */
export type Owner = {
  readonly name: string;
  readonly book: Book;
  readonly random: Random;
  readonly stamp: string;
};

/** How many things of each kind an owner has at most: all are checked after each kill. */
const most: Readonly<Record<ContentKind, number>> = { category: 3, tag: 4, media: 4, news: 10, banner: 4 };
const weighted: readonly ContentKind[] = ['news', 'news', 'news', 'banner', 'tag', 'category', 'media'];

export function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** Up to this many of them, each at most once. */
export function pickSome<T>(random: Random, from: readonly T[], most: number): readonly T[] {
  const left = [...from];
  const count = Math.min(left.length, Math.floor(random() * (most + 1)));
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}

/** One request of the write interface. */
export function planRequest(owner: Owner): Plan {
  const { random } = owner;
  const share = random();
  const special =
    share < 0.12
      ? planBatch(owner)
      : share < 0.16
        ? planMerge(owner)
        : share < 0.3
          ? planDelete(owner)
          : undefined;
  if (special !== undefined) return special;
  const kind = pick(random, weighted);
  const own = ofKind(owner, kind);
  const old = own.length >= most[kind] || (own.length > 0 && random() < 0.6) ? pick(random, own) : undefined;
  if (old === undefined && random() < 0.3) return planCreation(owner, kind);
  const item = newItem(owner, kind, old?.id ?? `${owner.name}-${owner.stamp}`);
  if (old === undefined || (old.file === undefined && random() < 0.5)) return planPut(item, old);
  return planPatch(owner, old, item);
}

/** Media whose file has been uploaded. */
export function planUploaded({ name, stamp }: Owner, upload: string, file: string): Plan {
  const item: Item = { kind: 'media', id: `${name}-${stamp}`, name: stamp, file };
  const put = planPut(item, undefined);
  return { ...put, body: { ...put.body, upload } };
}

function planPut(item: Item, old: Item | undefined): Plan {
  const path = pathOf(item);
  const what = `PUT ${path} (${old === undefined ? 'new' : `after ${old.name}`})`;
  const guard = old === undefined ? 'if-none-match' : 'if-match';
  return { write: { what, changes: [[keyOf(item), item]] }, method: 'PUT', path, body: bodyOf(item), guard };
}

function planCreation(owner: Owner, kind: ContentKind): Plan {
  const created = newItem(owner, kind, '');
  const path = shelfPath(kind);
  const write = { what: `POST ${path} (${created.name})`, changes: [], created };
  return { write, method: 'POST', path, body: bodyOf(created) };
}

/** Changes some members and leaves the others as they were. */
function planPatch({ random }: Owner, old: Item, fresh: Item): Plan {
  const { name, status } = fresh;
  const path = pathOf(old);
  const isStated = old.kind === 'news' || old.kind === 'banner';
  if (isStated && random() < 0.3) return planAction(old, old.status === 'draft' ? 'publish' : 'unpublish');
  const item: Item = isStated ? { ...old, name, status, text: fresh.text } : { ...old, name };
  const { thumbnail: _, image: __, ...values } = valuesOf(item);
  const body = isStated ? { name, status, values } : { name };
  const write: Write = { what: `PATCH ${path} (${name})`, changes: [[keyOf(item), item]] };
  return { write, method: 'PATCH', path, body, guard: 'if-match' };
}

function planAction(old: Item, action: 'publish' | 'unpublish'): Plan {
  const path = `${pathOf(old)}/${action}`;
  const changes: readonly Change[] = [[keyOf(old), acted(old, action)]];
  return { write: { what: `POST ${path}`, changes }, method: 'POST', path, body: {}, guard: 'if-match' };
}

function acted(old: Item, action: 'publish' | 'unpublish'): Item {
  return { ...old, status: action === 'publish' ? 'published' : 'draft' };
}

function planDelete(owner: Owner): Plan | undefined {
  const all = deletable(owner);
  if (all.length === 0) return undefined;
  const item = pick(owner.random, all);
  const path = pathOf(item);
  const write = { what: `DELETE ${path}`, changes: [[keyOf(item), null]] as const };
  return { write, method: 'DELETE', path, guard: 'if-match' };
}

/** Several changes in one transaction, some of them to the same item. */
function planBatch(owner: Owner): Plan | undefined {
  const { random } = owner;
  const tags = ofKind(owner, 'tag');
  const chosen = pickSome(random, [...ofKind(owner, 'news'), ...ofKind(owner, 'banner')], 6);
  if (chosen.length === 0) return undefined;
  const steps = chosen.flatMap((old) => planSteps(owner, old, tags));
  const changes = steps.map(({ change }) => change);
  const path = `${shelfPath('tag').replace(/\/collection.*/, '')}/batch`;
  // If an item is changed more than once, the last state counts.
  const write = {
    what: `a batch of ${changes.length}`,
    changes: [...new Map(steps.map(({ after }) => after))],
  };
  return { write, method: 'POST', path, body: { changes } };
}

type Step = { readonly change: Readonly<Record<string, unknown>>; readonly after: Change };

function planSteps({ random }: Owner, old: Item, tags: readonly Item[]): readonly Step[] {
  if (!isContent(old.kind)) return [];
  const naming = { ...namingOf(old.kind), id: old.id };
  const step = (change: object, after: Item | null): Step => ({
    change: { ...naming, ...change },
    after: [keyOf(old), after],
  });
  if (random() < 0.2) return [step({ action: 'delete' }, null)];
  const action = random() < 0.5 ? 'publish' : 'unpublish';
  const stated = acted(old, action);
  const first = step({ action }, stated);
  const free = tags.filter(({ id }) => !stated.tags?.includes(id));
  if (old.kind !== 'news' || free.length === 0) return [first];
  const target = pick(random, free).id;
  return [first, step({ action: 'addTag', target }, { ...stated, tags: [...(stated.tags ?? []), target] })];
}

/** Replaces one category by another everywhere. */
function planMerge(owner: Owner): Plan | undefined {
  const [from, into] = ofKind(owner, 'category');
  // While anything is unconfirmed, the effect of a merge is unknown.
  if (from === undefined || into === undefined || owner.book.unclear.length > 0) return undefined;
  const concerned = ofKind(owner, 'news').filter(({ category }) => category === from.id);
  const path = `${pathOf(from)}/merge`;
  const moved = concerned.map((item): Change => [keyOf(item), { ...item, category: into.id }]);
  const write = { what: `POST ${path}`, changes: [...moved, [keyOf(from), null] as const] };
  return { write, method: 'POST', path, body: { into: into.id }, guard: 'if-match' };
}

/** An import: one transaction that creates, changes and deletes. */
export type ImportPlan = { readonly write: Write; readonly lines: readonly string[] };

/** `file`: the path and hash of a picture to include, if any. */
export function planImport(
  owner: Owner,
  size: number,
  file?: { readonly path: string; readonly sha256: string },
): ImportPlan {
  const { random, name, stamp } = owner;
  const changes = new Map<string, Item | null>();
  const removed = new Set(pickSome(random, deletable(owner), 3));
  for (const item of removed) changes.set(keyOf(item), null);
  const left: Owner = {
    ...owner,
    book: { ...owner.book, items: new Map([...owner.book.items, ...changes]) },
  };
  for (let n = 0; n < size; n++) {
    const kind = pick(random, weighted);
    const own = ofKind(left, kind).filter((item) => item.file === undefined);
    const isFull = own.length >= most[kind] * 2;
    const id = own.length > 0 && (isFull || random() < 0.5) ? pick(random, own).id : `${name}-${stamp}-${n}`;
    const item = { ...newItem(left, kind, id), name: `${stamp}/${n}` };
    changes.set(keyOf(item), item);
  }
  const picture: Item = {
    kind: 'media',
    id: `${name}-${stamp}-file`,
    name: `${stamp}/file`,
    file: file?.sha256,
  };
  if (file !== undefined) changes.set(keyOf(picture), picture);
  const lines = [...changes].flatMap(([key, item]) => {
    const { kind, id } = readKey(key);
    return isContent(kind) ? [lineOf(kind, id, item, item === picture ? file?.path : undefined)] : [];
  });
  return { write: { what: `an import of ${lines.length} lines (${stamp})`, changes: [...changes] }, lines };
}

function pathOf({ kind, id }: Item): string {
  if (!isContent(kind)) throw new Error(`a ${kind} has no path`);
  return `${shelfPath(kind)}/${id}`;
}

/** The owner's things whose state is known. Those with generated IDs belong to their creator. */
function ofKind({ name, book }: Owner, kind: Item['kind']): readonly Item[] {
  return certain(book, (item) => item.kind === kind && isOwn(item, name));
}

/** The name of an item begins with the stamp of its write, which begins with the owner's name. */
export function isOwn(item: Item, owner: string): boolean {
  return item.id.startsWith(`${owner}-`) || item.name.startsWith(`${owner}.`);
}

/** Things that nothing of the owner refers to, not even in an unconfirmed write. */
function deletable(owner: Owner): readonly Item[] {
  const { book, name } = owner;
  const all = [
    ...[...book.items.values()].filter((item) => item !== null),
    ...book.unclear.flatMap(({ changes, created }) => [...changes.map(([, item]) => item), created ?? null]),
  ];
  const used = new Set(
    all.flatMap((item) => (item === null ? [] : [item.picture, item.category, ...(item.tags ?? [])])),
  );
  return certain(book, (item) => isContent(item.kind) && isOwn(item, name) && !used.has(item.id));
}

/** Mostly small; sometimes large enough for many database pages. */
function newItem(owner: Owner, kind: ContentKind, id: string): Item {
  const { random, stamp } = owner;
  const alias = random() < 0.3 ? { alias: `alias-${stamp}-${Math.floor(random() * 1e9)}` } : {};
  const base = { kind, id, name: stamp, ...alias };
  const status = random() < 0.7 ? 'published' : 'draft';
  const picture = pick(random, [basePicture, ...ofKind(owner, 'media').map((media) => media.id)]);
  switch (kind) {
    case 'news': {
      const length = random() < 0.05 ? 2000 : 1 + Math.floor(random() * 60);
      const [category] = pickSome(random, ofKind(owner, 'category'), 1);
      const tags = pickSome(random, ofKind(owner, 'tag'), 2).map((tag) => tag.id);
      const text = `${stamp} `.repeat(length).trim();
      return { ...base, status, text, picture, tags, ...(category && { category: category.id }) };
    }
    case 'banner':
      return { ...base, status, text: `${stamp}!`, ...(random() < 0.5 && { picture }) };
    case 'media':
      return { ...base, text: `https://media.example.com/${stamp}.jpg` };
    default:
      return base;
  }
}
