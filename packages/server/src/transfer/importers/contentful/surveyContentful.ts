import { z } from 'zod';
import type { ImportFile } from '../Importer.ts';
import { type JsonShape, readJson } from '../shared/json/readJson.ts';
import { untilFault } from '../shared/untilFault.ts';
import { type ContentType, contentfulSchemas, localised, stateOf } from './contentfulSchemas.ts';

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

/** What must be known about an export before its entries can be read. */
export type ContentfulSurvey = {
  readonly locale: string;
  readonly types: readonly ContentType[];
  assetOf(id: string): Asset | undefined;
  readonly tags: ReadonlyMap<string, { readonly name: string; readonly isPrivate: boolean }>;
};

/** Reads everything but the entries of an export. */
export async function surveyContentful(file: ImportFile): Promise<ContentfulSurvey> {
  let locale: string | undefined;
  const types: ContentType[] = [];
  /** As JSON, which takes a quarter of the memory: a space may have very many. */
  const assets = new Map<string, string>();
  const tags = new Map<string, { name: string; isPrivate: boolean }>();

  const add: Readonly<Record<string, (line: number, value: unknown) => void>> = {
    contentTypes: (_, value) => {
      const type = contentfulSchemas.contentType.safeParse(value).data;
      if (type !== undefined) types.push(type);
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
  for await (const { elements } of untilFault(readJson(file.open(), contentfulShape)))
    for (const { list, line, value } of elements) add[list]?.(line, value);
  function assetOf(id: string): Asset | undefined {
    const kept = assets.get(id);
    return kept === undefined ? undefined : assetSchema.parse(JSON.parse(kept));
  }
  return { locale: locale ?? '', types, assetOf, tags };
}
