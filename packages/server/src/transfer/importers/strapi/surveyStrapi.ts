import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ParseError } from '../Importer.ts';
import { type Chosen, findRoles } from '../shared/documents/findRoles.ts';
import { type LineFault, readJsonLines } from '../shared/json/readJsonLines.ts';
import { parseIsoDate } from '../shared/text/parseIsoDate.ts';
import { hashNumber } from '../shared/text/stableId.ts';
import { createPublicTypes } from './publicTypes.ts';
import {
  documentType,
  type End,
  type Entity,
  entityIn,
  type Schema,
  type StrapiFile,
  strapiSchemas,
  typeName,
} from './strapiSchemas.ts';

const fileType = 'plugin::upload.file';

/** What must be known about an export before its entities can be read. */
export type StrapiSurvey = {
  /** Content types and components, by UID. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The IDs of the rows that a field of a row refers to, in their order. */
  targetsOf(type: string, id: string | number, field: string): readonly string[];
  fileOf(id: string): StrapiFile | undefined;
  /** The names of the files in `assets/uploads`. */
  readonly uploads: ReadonlySet<string>;
  /** The ID of the document that a row belongs to. */
  documentIdOf(type: string, id: string): string;
  /** When the published row of a document was updated; undefined if there is none. */
  publishedSince(documentId: string, locale: string | undefined): number | undefined;
  /** The locale that is imported. */
  readonly locale: string;
  /** Whether a document exists in this locale. */
  isIn(locale: string, documentId: string): boolean;
  /** Whether visitors may read a type; undefined if the export says nothing about permissions. */
  mayRead(uid: string): boolean | undefined;
  readonly faults: readonly LineFault[];
};

/** The lines of all files of a kind: `entities/entities_00001.jsonl` and so on. */
export async function* readStage(root: string, stage: string) {
  const names = await readdir(join(root, stage)).catch(() => []);
  for (const name of names.filter((each) => /^[^.].*\.jsonl$/.test(each)).toSorted()) {
    for await (const batch of readJsonLines(Bun.file(join(root, stage, name)).stream())) {
      const faults = batch.faults.map(({ number, fault }) => ({
        number,
        fault: `${stage}/${name}: ${fault}`,
      }));
      yield { ...batch, faults };
    }
  }
}

/** Reads everything but the content of an unpacked export. */
export async function surveyStrapi(root: string, chosen: Chosen): Promise<StrapiSurvey> {
  const faults: LineFault[] = [];
  const schemas = new Map<string, Schema>();
  for await (const { values, faults: wrong } of readStage(root, 'schemas')) {
    faults.push(...wrong);
    for (const { value } of values) {
      const schema = strapiSchemas.schema.safeParse(value).data;
      if (schema !== undefined) schemas.set(schema.uid, schema);
    }
  }
  if (schemas.size === 0)
    throw new ParseError(1, 'schemas: is empty; export all of the project, without --only');
  const access = createPublicTypes();
  const links = await readLinks(root, linkUse(schemas, chosen), faults, access);
  const { byLocale, ...rows } = await readRows(root, schemas, links.referenced, access);
  const uploads = await readdir(join(root, 'assets/uploads')).catch(() => []);
  const [frequent = ''] = [...byLocale].toSorted(([, some], [, other]) => other.size - some.size)[0] ?? [];
  const configured = await configuredLocale(root);
  return {
    ...rows,
    ...{ schemas, mayRead: access.mayRead },
    targetsOf: links.targetsOf,
    uploads: new Set(uploads),
    locale: configured !== undefined && byLocale.has(configured) ? configured : frequent,
    isIn: (locale, documentId) => byLocale.get(locale)?.has(hashNumber(documentId)) ?? false,
    faults,
  };
}

async function configuredLocale(root: string): Promise<string | undefined> {
  for await (const { values } of readStage(root, 'configuration'))
    for (const { value } of values) {
      const setting = strapiSchemas.setting.safeParse(value).data?.value;
      if (setting?.key === 'plugin_i18n_default_locale' && typeof setting.value === 'string')
        return setting.value;
    }
  return undefined;
}

/** Which rows refer to which. */
async function readLinks(
  root: string,
  isUsed: (type: string, field: string, isOwner: boolean) => boolean,
  faults: LineFault[],
  access: ReturnType<typeof createPublicTypes>,
) {
  /** By hash and as text, because there may be very many. */
  const links = new Map<number, string>();
  const referenced = new Set<number>();
  const keyOf = (type: string, id: string | number, field: string) => hashNumber(`${type} ${id} ${field}`);

  function add(from: End, to: End, isOwner: boolean): void {
    if (!from.type || !from.field || !to.type || !isUsed(from.type, from.field, isOwner)) return;
    const key = keyOf(from.type, from.ref, from.field);
    links.set(key, `${links.get(key) ?? ''}${from.pos ?? 0} ${to.ref}\n`);
    referenced.add(hashNumber(`${to.type} ${to.ref}`));
  }

  for await (const { values, faults: wrong } of readStage(root, 'links')) {
    faults.push(...wrong);
    for (const { value } of values) {
      const { left, right } = strapiSchemas.link.safeParse(value).data ?? {};
      if (left === undefined || right === undefined) continue;
      access.addLink(left, right);
      access.addLink(right, left);
      // A relation has one owner, but may be a field on both sides. Files own theirs.
      add(left, right, true);
      add(right, left, left.type === fileType);
    }
  }

  return {
    referenced,
    targetsOf(type: string, id: string | number, field: string): readonly string[] {
      const lines =
        links
          .get(keyOf(type, id, field))
          ?.trimEnd()
          .split('\n') ?? [];
      return lines
        .map((line) => line.split(' '))
        .toSorted(([some], [other]) => Number(some) - Number(other))
        .flatMap(([, ref]) => ref ?? []);
    },
  };
}

/** Whether the links of a field are used: labels are only names, and what else is shown owns its relations. */
function linkUse(schemas: ReadonlyMap<string, Schema>, chosen: Chosen) {
  const roles = findRoles(contentTypes(schemas).map(documentType), chosen);
  return (type: string, field: string, isOwner: boolean): boolean => {
    const { as = 'part' } = roles.get(typeName(type)) ?? {};
    const isShown = as === 'news' || as === 'page' || (isOwner && (as === 'part' || as === 'nothing'));
    return isShown && schemas.get(type)?.attributes[field] !== undefined && field !== 'localizations';
  };
}

/** The types of what editors write. */
export function contentTypes(schemas: ReadonlyMap<string, Schema>): readonly Schema[] {
  return [...schemas.values()].filter(({ uid }) => uid.startsWith('api::'));
}

/** The ID of a document. In version 4 it has one row, in version 5 one for each state and locale. */
export function documentIdOf({ type, id, data }: Entity): string {
  const own = data['documentId'];
  return typeof own === 'string' && own !== '' ? own : rowId(type, String(id));
}

function rowId(type: string, id: string): string {
  return `${typeName(type)}-${id}`;
}

/** The locale of a row; undefined if its type is not localised. */
export function localeOf({ data }: Entity, { pluginOptions }: Schema): string | undefined {
  return pluginOptions?.i18n?.localized && typeof data['locale'] === 'string' ? data['locale'] : undefined;
}

/** Without drafts, everything is published. */
export function isPublished({ data }: Entity, { options }: Schema): boolean {
  return !options.draftAndPublish || timestampOf(data['publishedAt']) !== undefined;
}

/** Strapi's own dates are in UTC: as text, or as milliseconds in some databases. */
export function timestampOf(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return typeof value === 'string' ? parseIsoDate(value, 'UTC') : undefined;
}

/** What must be known of all rows. There may be a million, so it is kept by hash, or only if something refers to it. */
async function readRows(
  root: string,
  schemas: ReadonlyMap<string, Schema>,
  referenced: ReadonlySet<number>,
  access: ReturnType<typeof createPublicTypes>,
) {
  const files = new Map<string, string>();
  const documentIds = new Map<number, string>();
  const published = new Map<number, number>();
  const byLocale = new Map<string, Set<number>>();

  function add(entity: Entity): void {
    const { type, id, data } = entity;
    access.addEntity(entity);
    const file = type === fileType ? strapiSchemas.file.safeParse(data).data : undefined;
    if (file !== undefined) files.set(String(id), JSON.stringify(file));
    const schema = schemas.get(type);
    if (schema === undefined || !type.startsWith('api::')) return;
    const documentId = documentIdOf(entity);
    const row = hashNumber(`${type} ${id}`);
    if (referenced.has(row)) documentIds.set(row, documentId);
    const locale = localeOf(entity, schema);
    if (locale !== undefined)
      byLocale.set(locale, (byLocale.get(locale) ?? new Set()).add(hashNumber(documentId)));
    if (isPublished(entity, schema))
      published.set(hashNumber(`${documentId} ${locale}`), timestampOf(data['updatedAt']) ?? 0);
  }

  // Faults are told when documents are read.
  for await (const { values } of readStage(root, 'entities'))
    for (const { value } of values) {
      const entity = entityIn(value);
      if (entity !== undefined) add(entity);
    }
  return {
    byLocale,
    fileOf(id: string): StrapiFile | undefined {
      const file = files.get(id);
      return file === undefined ? undefined : strapiSchemas.file.parse(JSON.parse(file));
    },
    documentIdOf: (type: string, id: string) =>
      documentIds.get(hashNumber(`${type} ${id}`)) ?? rowId(type, id),
    publishedSince: (documentId: string, locale: string | undefined) =>
      published.get(hashNumber(`${documentId} ${locale}`)),
  };
}
