import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@newsstand/contract';
import { z } from 'zod';
import { ParseError } from '../Importer.ts';
import { mostFrequent } from '../shared/documents/createTypeObserver.ts';
import { type JsonElement, readJson } from '../shared/json/readJson.ts';
import { inList, readStart } from '../shared/json/readStart.ts';
import { documentId, type Item } from './directusItem.ts';
import { accessSchemas, type PublicAccess, publicAccess } from './publicAccess.ts';

const text = z.string().optional().catch(undefined);

const relation = z.object({
  collection: z.string(),
  field: z.string(),
  related_collection: z.string().nullish().catch(undefined),
  meta: z
    .object({
      one_field: text,
      junction_field: text,
      one_collection_field: text,
      one_allowed_collections: z.array(z.string()).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

export type Relation = z.infer<typeof relation>;

const file = z.object({
  id: z.string(),
  filename_disk: text,
  filename_download: text,
  title: text,
  description: text,
  type: text,
  width: z.number().optional().catch(undefined),
  height: z.number().optional().catch(undefined),
});

/** A file of Directus. */
export type DirectusFile = z.infer<typeof file>;

/** What must be known about a template before its items can be read. */
export type TemplateSurvey = {
  /** The collections with their files, without the rows that only connect others. */
  readonly collections: ReadonlyMap<string, string>;
  /** Collections whose items are only parts of others, or settings. */
  readonly parts: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, DirectusFile>;
  /** What the public may read, if the template says so. */
  readonly access: PublicAccess | undefined;
  /** The language that most translations are in. */
  readonly locale: string | undefined;
  /** A value of an item: references and files in place of IDs. */
  resolve(collection: string, field: string, value: unknown): unknown;
  /** What other collections say about an item: the targets of its lists, and its translations. */
  listsOf(collection: string, id: unknown): Item;
};

/** Reads the elements of a file, which is a list or a single object. */
export async function* readElements(path: string): AsyncGenerator<{
  readonly bytes: number;
  readonly elements: readonly JsonElement[];
}> {
  const source = { name: path, open: () => createReadStream(path) };
  const { isList, members } = await readStart(source);
  if (isList && members.size === 0) return;
  try {
    const shape = { paths: ['$.*'], lists: [''], name: 'a file of Directus' };
    yield* readJson(isList ? source.open() : inList(source), shape);
  } catch (error) {
    throw error instanceof ParseError ? new ParseError(error.line, `${path}: ${error.message}`) : error;
  }
}

/** All elements of one of the small files that belong to a template; none if there is no such file. */
async function readSmall<T>(path: string, schema: z.ZodType<T>): Promise<readonly T[]> {
  const found: T[] = [];
  if (!(await Bun.file(path).exists())) return found;
  for await (const { elements } of readElements(path))
    for (const { value } of elements) {
      const { data } = schema.safeParse(value);
      if (data !== undefined) found.push(data);
    }
  return found;
}

const singleton = z.object({ collection: z.string(), meta: z.object({ singleton: z.literal(true) }) });

/** Learns what connects the items of a template. */
export async function surveyTemplate(root: string): Promise<TemplateSurvey> {
  const relations = await readSmall(join(root, 'relations.json'), relation);
  const files = await readSmall(join(root, 'files.json'), file);
  const singletons = await readSmall(join(root, 'collections.json'), singleton);
  const names = await readdir(join(root, 'content')).catch(() => []);
  const collections = new Map(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -5), join(root, 'content', name)]),
  );
  const fieldOf = new Map(relations.map((each) => [`${each.collection}.${each.field}`, each]));
  const lists = await readLists(relations, fieldOf, collections);
  const rows = new Set(
    relations.flatMap(({ collection, meta }) => {
      const isRow = meta?.junction_field !== undefined || meta?.one_field === 'translations';
      return isRow ? collection : [];
    }),
  );
  for (const name of [...rows, 'languages']) collections.delete(name);
  const parts = partsOf(relations, new Set(singletons.map(({ collection }) => collection)));
  const locale = mostFrequent(lists.languages);
  return {
    access: await readAccess(root),
    ...{ collections, parts, locale, files: new Map(files.map((each) => [each.id, each])) },
    resolve(collection, field, value) {
      const relation = fieldOf.get(`${collection}.${field}`);
      const related = relation?.related_collection ?? 'directus_files';
      // Parts name what they belong to, which is not part of them.
      const isOther = relation?.meta?.one_field !== undefined || !parts.has(related);
      const isUp = parts.has(collection) && related !== 'directus_files' && isOther;
      return isUp ? undefined : (target(relation, value, {}) ?? value);
    },
    listsOf: (collection, id) => lists.of.get(`${collection}/${String(id)}`) ?? {},
  };
}

async function readAccess(root: string): Promise<PublicAccess | undefined> {
  const [all, own] = [join(root, 'permissions.json'), join(root, 'public-permissions.json')];
  if (!(await Bun.file(all).exists()) && !(await Bun.file(own).exists())) return undefined;
  const { permission, access } = accessSchemas;
  const permissions = await readSmall(all, permission);
  // Before policies, those of the public had a file of their own.
  const isOld = permissions.every(({ policy }) => policy === null || policy === undefined);
  const older = isOld ? await readSmall(own, permission) : [];
  return publicAccess([...permissions, ...older], await readSmall(join(root, 'access.json'), access));
}

/** Collections whose items are put into texts, and those whose items belong to such items. */
function partsOf(relations: readonly Relation[], singletons: ReadonlySet<string>): ReadonlySet<string> {
  const parts = new Set([
    ...singletons,
    ...relations.flatMap(({ meta }) => meta?.one_allowed_collections ?? []),
  ]);
  for (let size = -1; size !== parts.size; ) {
    size = parts.size;
    for (const { collection, related_collection, meta } of relations)
      if (meta?.one_field && parts.has(related_collection ?? '')) parts.add(collection);
  }
  return parts;
}

/** What a value of a related field leads to; undefined if the field is not related to anything. */
function target(relation: Relation | undefined, value: unknown, row: Item): unknown {
  if (relation === undefined || value === null || typeof value === 'object') return undefined;
  const { related_collection: related, meta } = relation;
  if (related === 'directus_files') return { __file: value };
  const collection = related ?? row[meta?.one_collection_field ?? ''];
  return typeof collection === 'string' ? { __document: documentId(collection, value) } : undefined;
}

type Lists = {
  readonly of: ReadonlyMap<string, Item>;
  /** How many translations there are in each language. */
  readonly languages: ReadonlyMap<string, number>;
};

/** Reads the rows that belong to items: of junctions, of translations, and of lists. */
async function readLists(
  relations: readonly Relation[],
  fieldOf: ReadonlyMap<string, Relation>,
  collections: ReadonlyMap<string, string>,
): Promise<Lists> {
  const of = new Map<string, Record<string, { readonly sort: number; readonly value: unknown }[]>>();
  const languages = new Map<string, number>();
  for (const [collection, path] of collections) {
    const owners = relations.filter((each) => each.collection === collection && each.meta?.one_field);
    if (owners.length === 0) continue;
    for await (const { elements } of readElements(path))
      for (const { value: row } of elements)
        if (isObject(row)) for (const owner of owners) add(collection, owner, row);
  }
  for (const lists of of.values())
    for (const rows of Object.values(lists)) rows.sort((some, other) => some.sort - other.sort);
  const plain = [...of].map(([key, lists]) => {
    const values = Object.entries(lists).map(([name, rows]) => [name, rows.map(({ value }) => value)]);
    return [key, Object.fromEntries(values)] as const;
  });
  return { of: new Map(plain), languages };

  function add(collection: string, { field, related_collection, meta }: Relation, row: Item): void {
    const name = meta?.one_field ?? '';
    const key = `${related_collection}/${String(row[field])}`;
    const language = name === 'translations' ? row['languages_code'] : undefined;
    if (typeof language === 'string') languages.set(language, (languages.get(language) ?? 0) + 1);
    const junction = meta?.junction_field;
    const value =
      name === 'translations'
        ? row
        : junction === undefined
          ? { __document: documentId(collection, row['id']) }
          : target(fieldOf.get(`${collection}.${junction}`), row[junction], row);
    if (row[field] === null || value === undefined) return;
    const lists = of.get(key) ?? {};
    const sort = typeof row['sort'] === 'number' ? row['sort'] : 0;
    of.set(key, { ...lists, [name]: [...(lists[name] ?? []), { sort, value }] });
  }
}
