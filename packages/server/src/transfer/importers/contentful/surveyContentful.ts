import { z } from 'zod';
import type { ImportFile } from '../Importer.ts';
import { type JsonShape, readJson } from '../shared/json/readJson.ts';
import {
  type ContentType,
  contentfulSchemas,
  type Entry,
  type Localised,
  localised,
  stateOf,
} from './contentfulSchemas.ts';
import { type Chosen, type ContentTypeRole, contentTypeRoles } from './contentTypeRoles.ts';

/** The structure of an export. */
export const contentfulShape: JsonShape = {
  paths: ['$.*.*'],
  lists: ['contentTypes', 'entries', 'assets', 'locales', 'tags'],
  name: 'an export of a Contentful space',
};

const assetSchema = z.object({
  line: z.number(),
  state: z.enum(['published', 'draft', 'archived']),
  file: localised,
  title: localised,
  description: localised,
});

/** A file and its description. */
export type Asset = z.infer<typeof assetSchema>;

/** An entry that is a category or a tag. */
export type LabelEntry = { readonly line: number; readonly name: Localised; readonly slug: Localised };

/** What must be known about an export before its articles can be converted. */
export type ContentfulSurvey = {
  readonly locale: string;
  readonly types: ReadonlyMap<string, ContentType>;
  readonly roles: ReadonlyMap<string, ContentTypeRole>;
  assetOf(id: string): Asset | undefined;
  /** A published entry that is part of the text of others, or their author. */
  partOf(id: string): Entry | undefined;
  readonly labels: ReadonlyMap<string, LabelEntry>;
  readonly tags: ReadonlyMap<string, { readonly name: string; readonly isPrivate: boolean }>;
};

/** Reads everything but the articles of an export. One pass is enough if types come before entries, as they do. */
export async function surveyContentful(file: ImportFile, chosen: Chosen): Promise<ContentfulSurvey> {
  const types = new Map<string, ContentType>();
  const first = await survey(file, types, chosen);
  return first.isTooEarly ? survey(file, types, chosen) : first;
}

/** How much of the parts of texts is kept in memory, as JSON. */
const mostParts = 64 * 1024 * 1024;

async function survey(
  file: ImportFile,
  types: Map<string, ContentType>,
  chosen: Chosen,
): Promise<ContentfulSurvey & { readonly isTooEarly: boolean }> {
  let locale: string | undefined;
  let hasEntries = false;
  let isTooEarly = false;
  let roles = contentTypeRoles([]);
  /** As JSON, which takes a quarter of the memory: a space may have very many. */
  const assets = new Map<string, string>();
  const parts = new Map<string, string>();
  let partsSize = 0;
  const labels = new Map<string, LabelEntry>();
  const tags = new Map<string, { name: string; isPrivate: boolean }>();

  function addEntry(line: number, entry: Entry): void {
    const { sys, fields } = entry;
    if (!hasEntries) roles = contentTypeRoles([...types.values()], chosen);
    hasEntries = true;
    const role = roles.get(sys.contentType.sys.id);
    if ((role?.as === 'category' || role?.as === 'tag') && stateOf(sys) === 'published')
      labels.set(sys.id, { line, name: fields[role.name] ?? {}, slug: fields[role.slug ?? ''] ?? {} });
    if (role?.as === 'nothing' && stateOf(sys) === 'published' && partsSize < mostParts) {
      const part = JSON.stringify(entry);
      partsSize += part.length;
      parts.set(sys.id, part);
    }
  }

  const add: Readonly<Record<string, (line: number, value: unknown) => void>> = {
    contentTypes: (_, value) => {
      const type = contentfulSchemas.contentType.safeParse(value).data;
      if (type === undefined) return;
      if (hasEntries && !types.has(type.sys.id)) isTooEarly = true;
      types.set(type.sys.id, type);
    },
    entries: (line, value) => {
      const entry = contentfulSchemas.entry.safeParse(value).data;
      if (entry !== undefined) addEntry(line, entry);
    },
    assets: (line, value) => {
      const asset = contentfulSchemas.asset.safeParse(value).data;
      if (asset === undefined) return;
      const { file = {}, title = {}, description = {} } = asset.fields;
      const kept: Asset = { line, state: stateOf(asset.sys), file, title, description };
      assets.set(asset.sys.id, JSON.stringify(kept));
    },
    locales: (_, value) => {
      const found = contentfulSchemas.locale.safeParse(value).data;
      if (found?.default || locale === undefined) locale = found?.code ?? locale;
    },
    tags: (_, value) => {
      const tag = contentfulSchemas.tag.safeParse(value).data;
      if (tag) tags.set(tag.sys.id, { name: tag.name, isPrivate: tag.sys.visibility === 'private' });
    },
  };
  for await (const { elements } of readJson(file.open(), contentfulShape))
    for (const { list, line, value } of elements) add[list]?.(line, value);
  if (!hasEntries) roles = contentTypeRoles([...types.values()], chosen);
  function partOf(id: string): Entry | undefined {
    const kept = parts.get(id);
    return kept === undefined ? undefined : contentfulSchemas.entry.parse(JSON.parse(kept));
  }
  function assetOf(id: string): Asset | undefined {
    const kept = assets.get(id);
    return kept === undefined ? undefined : assetSchema.parse(JSON.parse(kept));
  }
  return { locale: locale ?? '', types, roles, assetOf, partOf, labels, tags, isTooEarly };
}
