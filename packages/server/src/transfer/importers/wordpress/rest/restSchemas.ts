import { z } from 'zod';

/** Plugins change any member, so what has another type counts as missing. */
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const numbers = z.array(z.number()).catch([]);
const texts = z.record(z.string(), z.unknown()).catch({});

/** A text as written, if the reader may edit it, and as visitors see it. */
const written = z
  .union([
    z.object({ raw: text, rendered: text, protected: z.unknown().optional() }),
    z.string().transform((rendered) => ({ raw: undefined, rendered, protected: undefined })),
  ])
  .catch({ raw: undefined, rendered: undefined, protected: undefined });

const id = z.union([z.number().int(), z.string().min(1)]).transform(String);

const term = z.object({ id, taxonomy: z.string(), name: text, slug: text, parent: number });

const user = z.object({ id, name: z.string() });

const media = z.object({
  id,
  source_url: z.string(),
  status: text,
  slug: text,
  title: written,
  caption: written,
  alt_text: text,
  post: number,
});

const links = z
  .object({ self: z.array(z.object({ href: z.string() })) })
  .optional()
  .catch(undefined);

/** With fields that plugins add. */
const post = z.looseObject({
  id,
  type: text,
  status: z.unknown().optional(),
  date: text,
  date_gmt: text,
  modified: text,
  modified_gmt: text,
  slug: text,
  link: text,
  guid: written,
  title: written,
  content: written,
  excerpt: written,
  password: z.unknown().optional(),
  author: number,
  featured_media: number,
  sticky: z.boolean().optional().catch(undefined),
  format: text,
  categories: numbers,
  tags: numbers,
  meta: texts,
  acf: texts,
  yoast_head_json: z
    .object({
      author: text,
      canonical: text,
      robots: z.object({ index: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  _links: links,
  _embedded: z
    .object({
      author: z.array(z.unknown()).catch([]),
      'wp:featuredmedia': z.array(z.unknown()).catch([]),
      'wp:term': z.array(z.array(z.unknown())).catch([]),
    })
    .optional()
    .catch(undefined),
});

/** What the API says about itself. */
const root = z.object({ namespaces: z.array(z.string()), home: text, url: text });

/** What was not read from the API, and why. Only our own downloads have it. */
const leftOut = z.object({
  newsstand: z.object({ what: z.string(), why: z.string(), count: z.number().int().min(1) }),
});

/** What WordPress's API sends. */
export const restSchemas = { leftOut, root, term, media, post, user };

/** A post or a page. */
export type RestPost = z.infer<typeof post>;
export type RestTerm = z.infer<typeof term>;
export type RestMedia = z.infer<typeof media>;
