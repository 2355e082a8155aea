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
import { type ContentTypeRole, contentTypeRoles } from './contentTypeRoles.ts';

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
  readonly labels: ReadonlyMap<string, LabelEntry>;
  readonly tags: ReadonlyMap<string, { readonly name: string; readonly isPrivate: boolean }>;
};

/** Reads everything but the articles of an export. One pass is enough if types come before entries, as they do. */
export async function surveyContentful(file: ImportFile): Promise<ContentfulSurvey> {
  const types = new Map<string, ContentType>();
  const first = await survey(file, types);
  return first.isTooEarly ? survey(file, types) : first;
}

async function survey(
  file: ImportFile,
  types: Map<string, ContentType>,
): Promise<ContentfulSurvey & { readonly isTooEarly: boolean }> {
  let locale: string | undefined;
  let hasEntries = false;
  let isTooEarly = false;
  let roles = contentTypeRoles([]);
  /** As JSON, which takes a quarter of the memory: a space may have very many. */
  const assets = new Map<string, string>();
  const labels = new Map<string, LabelEntry>();
  const tags = new Map<string, { name: string; isPrivate: boolean }>();

  function addEntry(line: number, { sys, fields }: Entry): void {
    if (!hasEntries) roles = contentTypeRoles([...types.values()]);
    hasEntries = true;
    const role = roles.get(sys.contentType.sys.id);
    if ((role?.as === 'category' || role?.as === 'tag') && stateOf(sys) === 'published')
      labels.set(sys.id, { line, name: fields[role.name] ?? {}, slug: fields[role.slug ?? ''] ?? {} });
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
  if (!hasEntries) roles = contentTypeRoles([...types.values()]);
  function assetOf(id: string): Asset | undefined {
    const kept = assets.get(id);
    return kept === undefined ? undefined : assetSchema.parse(JSON.parse(kept));
  }
  return { locale: locale ?? '', types, roles, assetOf, labels, tags, isTooEarly };
}
