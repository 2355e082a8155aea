import type { ImportFile } from '../Importer.ts';
import { type JsonShape, readJson } from '../shared/json/readJson.ts';
import { untilFault } from '../shared/untilFault.ts';
import { ghostSchemas, type Post, type PostMeta, type Tag } from './ghostSchemas.ts';

/** Tables of content that is not imported, and the names of their rows. */
export const otherTables: ReadonlyMap<string, string> = new Map([
  ['comments', 'comment'],
  ['members', 'member'],
  ['products', 'tier'],
  ['newsletters', 'newsletter'],
  ['snippets', 'snippet'],
]);

/** The structure of an export: `{ "db": [{ meta, data }] }`, or from other tools `{ meta, data }`. */
export const ghostShape: JsonShape = {
  paths: ['$.db.*.data.*.*', '$.data.*.*'],
  lists: ['posts', 'tags', 'posts_tags', 'posts_meta', 'users', 'posts_authors', ...otherTables.keys()],
  name: 'an export of Ghost',
};

/** What must be known about an export before its posts can be converted. */
export type GhostSurvey = {
  readonly metas: ReadonlyMap<string, PostMeta>;
  /** Whether the file has a fault, after which something may be missing. */
  readonly isCut: boolean;
  /** The tags of a post, by its ID, in their order. */
  tagsOf(postId: string): readonly Tag[];
  /** The names of a post's authors. */
  authorsOf(post: Post): readonly string[];
};

/** Reads everything in an export except the posts. */
export async function surveyGhost(file: ImportFile): Promise<GhostSurvey> {
  const tags = new Map<string, Tag>();
  const metas = new Map<string, PostMeta>();
  const links = new Map<string, Link[]>();
  const names = new Map<string, string>();
  const writers = new Map<string, Link[]>();
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
      if (link !== undefined) addLink(links, link.post_id, { id: link.tag_id, order: link.sort_order });
    },
    users: (value) => {
      const user = ghostSchemas.user.safeParse(value).data;
      if (user !== undefined) names.set(user.id, user.name);
    },
    posts_authors: (value) => {
      const link = ghostSchemas.postAuthor.safeParse(value).data;
      if (link !== undefined) addLink(writers, link.post_id, { id: link.author_id, order: link.sort_order });
    },
  };
  let isCut = false;
  const onFault = () => {
    isCut = true;
  };
  for await (const { elements } of untilFault(readJson(file.open(), ghostShape), onFault))
    for (const { list, value } of elements) add[list]?.(value);
  return {
    metas,
    isCut,
    tagsOf: (postId) => linked(links, postId).flatMap((id) => tags.get(id) ?? []),
    authorsOf: ({ id, author_id }) => {
      const ids = linked(writers, id);
      return (ids.length > 0 ? ids : [author_id ?? '']).flatMap((each) => names.get(each) ?? []);
    },
  };
}

/** A row of a table that joins posts with something else. */
type Link = { readonly id: string; readonly order: number };

function addLink(links: Map<string, Link[]>, postId: string, link: Link): void {
  const own = links.get(postId) ?? [];
  links.set(postId, own);
  own.push(link);
}

/** What a post is joined with, in order. */
function linked(links: ReadonlyMap<string, Link[]>, postId: string): readonly string[] {
  return (links.get(postId) ?? []).toSorted((a, b) => a.order - b.order).map(({ id }) => id);
}
