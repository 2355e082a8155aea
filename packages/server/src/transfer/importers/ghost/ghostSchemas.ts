import { z } from 'zod';

/** Numbers in Ghost 0.x, 24 hexadecimal digits since. */
const id = z.union([z.string().min(1), z.number()]).transform(String);
/** Missing, null and invalid values become undefined. */
const text = z.string().optional().catch(undefined);
const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1)])
  .transform(Boolean)
  .optional()
  .catch(undefined);
const timestamp = z.union([z.string(), z.number()]).optional().catch(undefined);

const post = z.object({
  id,
  title: text,
  slug: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  markdown: text,
  feature_image: text,
  /** The picture in Ghost 0.x. */
  image: text,
  /** `post` or `page`, since Ghost 3. */
  type: text,
  /** Whether it is a page, before Ghost 3. */
  page: flag,
  status: text,
  created_at: timestamp,
  updated_at: timestamp,
  published_at: timestamp,
  canonical_url: text,
  custom_excerpt: text,
  /** Its author in Ghost 0.x. */
  author_id: id.optional().catch(undefined),
  codeinjection_head: text,
  codeinjection_foot: text,
});
/** A post or a page. */
export type Post = z.infer<typeof post>;

const postMeta = z.object({
  post_id: id,
  feature_image_alt: text,
  email_only: flag,
});
/** Further details of a post. */
export type PostMeta = z.infer<typeof postMeta>;

const tag = z.object({ id, name: z.string(), slug: text, visibility: text });
/** A tag. */
export type Tag = z.infer<typeof tag>;

const postTag = z.object({ post_id: id, tag_id: id, sort_order: z.number().catch(0) });

/** An author. Everything else about them is private. */
const user = z.object({ id, name: z.string() });

const postAuthor = z.object({ post_id: id, author_id: id, sort_order: z.number().catch(0) });

/** The rows of the tables in an export, reduced to the columns that matter. */
export const ghostSchemas = { post, postMeta, tag, postTag, user, postAuthor } as const;
