import { contentful } from './contentful/convertContentful.ts';
import { directus } from './directus/convertDirectus.ts';
import { feed } from './feed/convertFeed.ts';
import { ghost } from './ghost/convertGhost.ts';
import type { Importer } from './Importer.ts';
import { microcms } from './microcms/convertMicrocms.ts';
import { sanity } from './sanity/convertSanity.ts';
import { strapi } from './strapi/convertStrapi.ts';
import { wordpress } from './wordpress/convertWordPress.ts';

/**
 * All importers, by their names for `--from`. Formats are detected in this order, so the more specific ones come first.
 * Markdown is not among them, because its files come in folders and depend on each other.
 */
export const importers = {
  wordpress,
  contentful,
  strapi,
  ghost,
  sanity,
  microcms,
  directus,
  feed,
} as const satisfies Record<string, Importer>;

export type ImporterName = keyof typeof importers;

export const importerNames: readonly ImporterName[] = Object.keys(importers).filter(isImporter);

function isImporter(name: string): name is ImporterName {
  return Object.hasOwn(importers, name);
}
