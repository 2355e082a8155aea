import { z } from 'zod';
import type { DocumentField, DocumentType, FieldKind } from '../shared/documents/Documents.ts';

const link = z.object({ sys: z.object({ id: z.string(), linkType: z.string().optional() }) });

/** The values of a field, by locale. */
export const localised = z.record(z.string(), z.unknown());
/** The values of a field, by locale. */
export type Localised = z.infer<typeof localised>;

/** Missing and invalid values become undefined. */
const text = z.string().optional().catch(undefined);
const version = z.number().optional().catch(undefined);

const sys = z.object({
  id: z.string().min(1),
  createdAt: text,
  updatedAt: text,
  publishedAt: text,
  firstPublishedAt: text,
  publishedVersion: version,
  version,
  archivedAt: z.unknown().optional(),
  archivedVersion: z.unknown().optional(),
  /** In exports of the Delivery API, which contains only published entries, instead of versions. */
  revision: version,
  /** The state of each locale, if locales are published separately. */
  fieldStatus: z
    .object({ '*': z.record(z.string(), z.string()) })
    .nullish()
    // What cannot be read is published in no locale.
    .catch({ '*': {} }),
});

const linkRule = z.object({
  linkContentType: z
    .union([z.array(z.string()), z.string()])
    .optional()
    .catch(undefined),
});
/** Unknown validation rules are ignored. */
const rules = z.array(linkRule.catch({})).optional().catch(undefined);

const field = z.object({
  id: z.string(),
  type: z.string(),
  linkType: text,
  omitted: z.boolean().optional().catch(undefined),
  validations: rules,
  items: z.object({ type: text, linkType: text, validations: rules }).optional().catch(undefined),
});
type ContentField = z.infer<typeof field>;

const contentType = z.object({
  sys: z.object({ id: z.string().min(1) }),
  name: z.string().catch(''),
  displayField: z.string().nullish(),
  fields: z.array(field).default([]),
});
/** A content type: which fields its entries have. */
export type ContentType = z.infer<typeof contentType>;

const entry = z.object({
  sys: sys.extend({ contentType: link }),
  fields: z.record(z.string(), localised).default({}),
  metadata: z
    .object({ tags: z.array(link).optional() })
    .optional()
    .catch(undefined),
});
/** An entry: an article, a category, or anything else. */
export type Entry = z.infer<typeof entry>;

const file = z.object({
  url: z.string(),
  fileName: text,
  contentType: text,
  details: z
    .object({ image: z.object({ width: z.number(), height: z.number() }).optional() })
    .optional()
    .catch(undefined),
});

const asset = z.object({
  sys,
  fields: z
    .object({
      title: localised.optional(),
      description: localised.optional(),
      file: localised.optional(),
    })
    .default({}),
});

const locale = z.object({ code: z.string(), default: z.boolean().optional() });

const tag = z.object({
  name: z.string(),
  sys: z.object({ id: z.string(), visibility: z.string().optional() }),
});

/** The elements of the lists in an export, reduced to the members that matter. */
export const contentfulSchemas = { contentType, entry, asset, locale, tag, link, file } as const;

/** The state of an entry or an asset. */
export function stateOf(state: z.infer<typeof sys>): 'published' | 'draft' | 'archived' {
  const isSet = (value: unknown) => value !== undefined && value !== null;
  if (isSet(state.archivedAt) || isSet(state.archivedVersion)) return 'archived';
  const signs = [state.publishedVersion, state.publishedAt, state.revision];
  return signs.every((sign) => sign === undefined) ? 'draft' : 'published';
}

/** Whether an entry is published, but not in this locale. An unknown state counts as not public. */
export function isDraftIn(locale: string, { fieldStatus }: z.infer<typeof sys>): boolean {
  if (fieldStatus === undefined || fieldStatus === null) return false;
  const state = fieldStatus['*'][locale];
  return state !== 'published' && state !== 'changed';
}

/** The value of a field in a locale, or else in the first one that has a value. */
export function pickLocale(values: Localised | undefined, locale: string): unknown {
  const own = values?.[locale];
  if (own !== undefined && own !== null) return own;
  return Object.values(values ?? {}).find((value) => value !== undefined && value !== null);
}

/** The same if it is a text that is not empty. */
export function pickText(values: Localised | undefined, locale: string): string | undefined {
  const value = pickLocale(values, locale);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

const kinds: ReadonlyMap<string, FieldKind> = new Map([
  ['Symbol', 'text'],
  ['Text', 'longText'],
  ['RichText', 'richText'],
  ['Date', 'date'],
  ['Boolean', 'boolean'],
]);

/** A content type as a type of documents. */
export function documentType({ sys, name, displayField, fields }: ContentType): DocumentType {
  const nameField = displayField ?? undefined;
  return { id: sys.id, name, nameField, fields: fields.filter(({ omitted }) => !omitted).map(fieldOf) };
}

function fieldOf({ id, type, linkType, items, validations = [] }: ContentField): DocumentField {
  const isLink = (type === 'Array' ? items?.type : type) === 'Link';
  const target = type === 'Array' ? items?.linkType : linkType;
  const own = kinds.get((type === 'Array' ? items?.type : type) ?? '') ?? 'other';
  const targets = [...validations, ...(items?.validations ?? [])].flatMap(
    ({ linkContentType }) => linkContentType ?? [],
  );
  return { id, kind: isLink ? (target === 'Asset' ? 'asset' : 'reference') : own, targets };
}
