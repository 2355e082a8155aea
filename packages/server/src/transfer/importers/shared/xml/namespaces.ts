/** Namespaces, without scheme and trailing slash, and their usual prefixes. */
const known: ReadonlyMap<string, string> = new Map([
  ...[
    '',
    'purl.org/rss/1.0',
    'purl.org/rss/2.0',
    'my.netscape.com/rdf/simple/0.9',
    'channel.netscape.com/rdf/simple/0.9',
    'backend.userland.com/rss',
    'backend.userland.com/rss2',
    'blogs.law.harvard.edu/tech/rss',
    'cyber.law.harvard.edu/rss',
  ].map((address) => [address, ''] as const),
  ['wordpress.org/export', 'wp:'],
  ['wordpress.org/export/excerpt', 'excerpt:'],
  ['purl.org/rss/1.0/modules/content', 'content:'],
  ['purl.org/dc/elements/1.0', 'dc:'],
  ['purl.org/dc/elements/1.1', 'dc:'],
  ['purl.org/dc/terms', 'dcterms:'],
  ['www.w3.org/2005/atom', 'atom:'],
  ['purl.org/atom/ns#', 'atom:'],
  ['www.w3.org/2007/app', 'app:'],
  ['purl.org/atom/app#', 'app:'],
  ['schemas.google.com/blogger/2018', 'blogger:'],
  ['search.yahoo.com/mrss', 'media:'],
  ['www.rssboard.org/media-rss', 'media:'],
  ['www.itunes.com/dtds/podcast-1.0.dtd', 'itunes:'],
  ['www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf:'],
  ['www.w3.org/1999/xhtml', 'xhtml:'],
  ['www.w3.org/xml/1998/namespace', 'xml:'],
]);

const found = new Map<string, string>();

/** The usual prefix of a namespace, with its colon; '?:' if the namespace is unknown. */
export function usualPrefix(address: string): string {
  const prefix = found.get(address) ?? known.get(bare(address)) ?? '?:';
  if (found.size < 100) found.set(address, prefix);
  return prefix;
}

/** Normalises a namespace URI, whose spelling varies. The version of WordPress does not matter. */
function bare(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .replace(/^(wordpress\.org\/export)\/1\.\d+/, '$1');
}

/** The namespaces of prefixes that some files use without declaring them. */
export const usualNamespaces = {
  wp: 'http://wordpress.org/export/1.2/',
  excerpt: 'http://wordpress.org/export/1.2/excerpt/',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  atom: 'http://www.w3.org/2005/Atom',
  app: 'http://www.w3.org/2007/app',
  blogger: 'http://schemas.google.com/blogger/2018',
  media: 'http://search.yahoo.com/mrss/',
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
} as const;
