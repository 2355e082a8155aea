/** Namespaces, and the prefixes that they usually have. Some have changed their address over time. */
const known: readonly (readonly [address: RegExp, prefix: string])[] = [
  [
    /^$|^http:\/\/purl\.org\/rss\/1\.0\/$|^http:\/\/(my\.netscape\.com\/rdf\/simple\/0\.9|channel\.netscape\.com\/rdf\/simple\/0\.9)\/$/,
    '',
  ],
  [/^https?:\/\/wordpress\.org\/export\/1\.\d+\/$/, 'wp:'],
  [/^https?:\/\/wordpress\.org\/export\/1\.\d+\/excerpt\/$/, 'excerpt:'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/, 'content:'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.[01]\/$/, 'dc:'],
  [/^http:\/\/purl\.org\/dc\/terms\/$/, 'dcterms:'],
  [/^https?:\/\/(www\.w3\.org\/2005\/Atom|purl\.org\/atom\/ns#)$/, 'atom:'],
  [/^https?:\/\/search\.yahoo\.com\/mrss\/?$/, 'media:'],
  [/^http:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd$/i, 'itunes:'],
  [/^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#$/, 'rdf:'],
  [/^http:\/\/www\.w3\.org\/1999\/xhtml$/, 'xhtml:'],
  [/^http:\/\/www\.w3\.org\/XML\/1998\/namespace$/, 'xml:'],
];

const found = new Map<string, string>();

/** The usual prefix of a namespace, with its colon; '?:' for one that is not known here. */
export function usualPrefix(address: string): string {
  const prefix = found.get(address) ?? known.find(([each]) => each.test(address))?.[1] ?? '?:';
  if (found.size < 100) found.set(address, prefix);
  return prefix;
}

/** What files that use these prefixes without declaring them mean. */
export const usualNamespaces = {
  wp: 'http://wordpress.org/export/1.2/',
  excerpt: 'http://wordpress.org/export/1.2/excerpt/',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  atom: 'http://www.w3.org/2005/Atom',
  media: 'http://search.yahoo.com/mrss/',
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
} as const;
