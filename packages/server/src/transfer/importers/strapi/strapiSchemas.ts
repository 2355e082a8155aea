import { isObject } from '@newsstand/contract';
import { z } from 'zod';
import type { DocumentField, DocumentType, FieldKind } from '../shared/documents/Documents.ts';

/** Missing and invalid values become undefined. */
const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

const attribute = z.object({
  type: z.string().catch(''),
  target: text,
  component: text,
  multiple: flag,
  private: flag,
});
export type Attribute = z.infer<typeof attribute>;

const schema = z.object({
  uid: z.string().min(1),
  kind: text,
  modelType: text,
  info: z.object({ displayName: text }).catch({}),
  options: z.object({ draftAndPublish: flag }).catch({}),
  pluginOptions: z
    .object({ i18n: z.object({ localized: flag }).optional().catch(undefined) })
    .nullish()
    .catch(undefined),
  attributes: z.record(z.string(), attribute).catch({}),
});
/** A content type or a component. */
export type Schema = z.infer<typeof schema>;

const id = z.union([z.number(), z.string()]);

/** A row of a table. */
export type Entity = {
  readonly type: string;
  readonly id: string | number;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Reads a row. Not a schema, which would copy all of the content. */
export function entityIn({ type, id, data }: Readonly<Record<string, unknown>>): Entity | undefined {
  const isNamed = typeof id === 'number' || typeof id === 'string';
  return typeof type === 'string' && isNamed && isObject(data) ? { type, id, data } : undefined;
}

const end = z.object({
  type: text,
  ref: id,
  field: text.nullable(),
  pos: z.number().nullish().catch(undefined),
});
/** A side of a relation. */
export type End = z.infer<typeof end>;
const link = z.object({ left: end, right: end });

const file = z.object({
  name: text,
  alternativeText: text.nullable(),
  caption: text.nullable(),
  width: z.number().nullish().catch(undefined),
  height: z.number().nullish().catch(undefined),
  hash: text,
  ext: text,
  mime: text,
  url: z.string(),
});
/** A file of the media library. */
export type StrapiFile = z.infer<typeof file>;

const setting = z.object({ value: z.object({ key: z.string(), value: z.unknown() }) });

/** The lines of an export, reduced to the members that matter. */
export const strapiSchemas = { schema, link, file, setting } as const;

/** Attributes that Strapi adds itself. */
const ownAttributes: ReadonlySet<string> = new Set(
  'createdAt updatedAt publishedAt createdBy updatedBy locale localizations'.split(' '),
);

/** The attributes that editors fill in and readers may see. */
export function shownAttributes({ attributes }: Schema): readonly (readonly [string, Attribute])[] {
  return Object.entries(attributes).filter(
    ([name, each]) => !ownAttributes.has(name) && !each.private && each.type !== 'password',
  );
}

const kinds: ReadonlyMap<string, FieldKind> = new Map([
  ...['string', 'uid', 'email', 'enumeration'].map((type) => [type, 'text'] as const),
  ...['text', 'richtext', 'customField'].map((type) => [type, 'longText'] as const),
  ['blocks', 'richText'],
  ...['date', 'datetime', 'timestamp'].map((type) => [type, 'date'] as const),
  ['boolean', 'boolean'],
  ['media', 'asset'],
  ['relation', 'reference'],
  ['component', 'object'],
  ['dynamiczone', 'object'],
]);

/** The short name of a content type: `api::article.article` is `article`. */
export function typeName(uid: string): string {
  const [, group, name] = /^api::([^.]+)\.(.+)$/.exec(uid) ?? [];
  if (name === undefined) return uid;
  return group === name ? name : `${group}.${name}`;
}

/** A content type as a type of documents. */
export function documentType(schema: Schema): DocumentType {
  const fields = shownAttributes(schema).map(([name, { type, target }]): DocumentField => {
    return {
      id: name,
      kind: kinds.get(type) ?? 'other',
      targets: target === undefined ? [] : [typeName(target)],
    };
  });
  const id = typeName(schema.uid);
  return { id, name: schema.info.displayName ?? id, isSingle: schema.kind === 'singleType', fields };
}
