import type { ImportFile } from '../Importer.ts';
import { type JsonShape, readJson } from '../shared/json/readJson.ts';
import { ghostSchemas, type PostMeta, type Tag } from './ghostSchemas.ts';

/** Tables of content that is not imported, and the names of their rows. */
export const otherTables: ReadonlyMap<string, string> = new Map([
  ['users', 'author'],
  ['comments', 'comment'],
  ['members', 'member'],
  ['products', 'tier'],
  ['newsletters', 'newsletter'],
  ['snippets', 'snippet'],
]);

/** The structure of an export: `{ "db": [{ meta, data }] }`, or from other tools `{ meta, data }`. */
export const ghostShape: JsonShape = {
  paths: ['$.db.*.data.*.*', '$.data.*.*'],
  lists: ['posts', 'tags', 'posts_tags', 'posts_meta', ...otherTables.keys()],
  name: 'an export of Ghost',
};

/** What must be known about an export before its posts can be converted. */
export type GhostSurvey = {
  readonly metas: ReadonlyMap<string, PostMeta>;
  /** The tags of a post, by its ID, in their order. */
  tagsOf(postId: string): readonly Tag[];
};

/** Reads everything in an export except the posts. */
export async function surveyGhost(file: ImportFile): Promise<GhostSurvey> {
  const tags = new Map<string, Tag>();
  const metas = new Map<string, PostMeta>();
  const links = new Map<string, { tagId: string; order: number }[]>();
  const add: Readonly<Record<string, (value: unknown) => void>> = {
    tags: (value) => {
      const tag = ghostSchemas.tag.safeParse(value).data;
      if (tag !== undefined) tags.set(tag.id, tag);
    },
    posts_meta: (value) => {
      const meta = ghostSchemas.postMeta.safeParse(value).data;
      // Most of them contain nothing of interest.
      if (meta?.feature_image_alt || meta?.email_only) metas.set(meta.post_id, meta);
    },
    posts_tags: (value) => {
      const link = ghostSchemas.postTag.safeParse(value).data;
      if (link === undefined) return;
      const own = links.get(link.post_id) ?? [];
      links.set(link.post_id, own);
      own.push({ tagId: link.tag_id, order: link.sort_order });
    },
  };
  for await (const { elements } of readJson(file.open(), ghostShape))
    for (const { list, value } of elements) add[list]?.(value);
  return {
    metas,
    tagsOf: (postId) =>
      (links.get(postId) ?? [])
        .toSorted((a, b) => a.order - b.order)
        .flatMap(({ tagId }) => tags.get(tagId) ?? []),
  };
}
