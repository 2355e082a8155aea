import { limits } from '@newsstand/contract';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ParseError } from '../../Importer.ts';
import type { ImportSummary } from '../../ImportSummary.ts';
import { decodeXml, type OnMended } from './decodeXml.ts';

/** An element of XML. */
export type XmlElement = {
  /** Its name, with the usual prefix of its namespace, not that in the file: `wp:status`, `content:encoded`. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
  /** The line on which it begins. */
  readonly line: number;
};

/** The children of a given name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string').filter((child) => child.name === name);
}

/** The text of the first child of a given name; '' if there is none. */
export function childText(element: XmlElement, name: string): string {
  const [child] = childrenOf(element, name);
  return child === undefined ? '' : xmlText(child);
}

/** All text in an element. */
export function xmlText(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : xmlText(child))).join('');
}

/** The elements that ended in a part of a file, and the length of that part in bytes. */
type XmlBatch = { readonly bytes: number; readonly elements: readonly XmlElement[] };

type Open = XmlElement & { readonly children: (XmlElement | string)[] };

const maxDepth = 200;

type XmlOptions = {
  /** The encoding, whatever the file says. */
  readonly encoding?: string | undefined;
  readonly onMended?: OnMended;
  /** Of an element, in characters. */
  readonly maxLength?: number;
};

/**
 * Streams the elements of XML. Elements whose paths are among `containers` are emitted, empty, when they begin; their
 * children are emitted when they end, so that at most one of them is in memory. Throws `ParseError` if the file is not
 * well-formed. Faults that many files have, and whose meaning is clear, are mended.
 */
export async function* readXml(
  chunks: AsyncIterable<Uint8Array>,
  containers: readonly string[],
  { encoding, onMended = () => {}, maxLength = limits.importLineBytes }: XmlOptions = {},
): AsyncGenerator<XmlBatch> {
  const reader = createReader(containers, maxLength, onMended);
  for await (const { bytes, text } of decodeXml(chunks, encoding, onMended)) {
    try {
      reader.write(text);
    } catch (error) {
      // What is whole before the fault.
      const elements = reader.take();
      if (elements.length > 0) yield { bytes: 0, elements };
      throw error;
    }
    yield { bytes, elements: reader.take() };
  }
  reader.close();
}

function createReader(containers: readonly string[], maxLength: number, onMended: OnMended) {
  const parser = new SaxesParser({ xmlns: true, additionalNamespaces: usualNamespaces });
  // Without a prototype, or `&constructor;` would be defined.
  parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" });
  const roots = containers.filter((each) => !each.includes('/')).join('> or <');
  const path: Open[] = [];
  let found: XmlElement[] = [];
  let start = 0;
  let line = 1;
  let linesBefore = 0;

  const lineNow = () => parser.line + linesBefore;

  function fail(message: string, at = lineNow()): never {
    throw new ParseError(at, message);
  }

  function open({ local, uri, attributes }: SaxesTagNS): void {
    if (path.length >= maxDepth)
      fail(`the file: contains elements that are nested deeper than ${maxDepth} levels`);
    const own = Object.values(attributes).map(
      (each) => [`${usualPrefix(each.uri)}${each.local}`, each.value] as const,
    );
    const element: Open = {
      name: `${usualPrefix(uri)}${local}`,
      attributes: new Map(own),
      children: [],
      line,
    };
    path.push(element);
    if (isContainer()) found.push(element);
    else if (path.length === 1) fail(`the file: begins with <${element.name}>, but <${roots}> was expected`);
  }

  function isContainer(): boolean {
    return path.length <= 2 && containers.includes(path.map((each) => each.name).join('/'));
  }

  function close(): void {
    const held = isContainer();
    const element = path.pop();
    if (element === undefined || held) return;
    if (isContainer()) give(element);
    else path.at(-1)?.children.push(element);
  }

  function give(element: Open): void {
    found.push(element);
    start = parser.position;
  }

  function addText(text: string): void {
    if (!isContainer()) path.at(-1)?.children.push(text);
  }

  parser.on('opentagstart', () => {
    line = lineNow();
  });
  parser.on('opentag', open);
  parser.on('closetag', close);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('error', ({ message }) => {
    if (!undefinedReference.test(message)) fail(plainFault(message));
    // The parser leaves it as it is. Texts are HTML, which defines most of them.
    onMended('is imported with a reference such as &nbsp;, which only HTML defines', lineNow());
  });

  return {
    write(text: string): void {
      // White space before the declaration is common, and harmless.
      const rest = parser.position === 0 ? text.trimStart() : text;
      linesBefore += text.slice(0, text.length - rest.length).split('\n').length - 1;
      if (rest !== '') parser.write(rest);
      if (parser.position - start > maxLength)
        fail(`the file: contains an element that is longer than ${maxLength} characters`, path.at(2)?.line);
    },
    close(): void {
      if (parser.position === 0) fail('the file: is empty');
      parser.close();
    },
    take(): readonly XmlElement[] {
      const taken = found;
      found = [];
      return taken;
    },
  };
}

const undefinedReference = /: (undefined entity|malformed character entity)/;

/** Messages of the XML parser, and what they mean. */
const plain: readonly (readonly [said: RegExp, means: string])[] = [
  [/^unclosed tag: (.*)$/, 'ends too early: <$1> is never closed. It may have been cut off; export it again'],
  [/^unexpected end.*$/, 'ends too early. It may have been cut off; export it again'],
  [/^document must contain a root element.*$/, 'is empty. It may have been cut off'],
  [/^unexpected close tag.*$/, 'contains an end tag that does not match'],
  [/^unmatched closing tag: (.*?)\.?$/, 'contains </$1>, which has no start tag'],
  [
    /^text data outside of root node.*$/,
    'contains text outside its root element: it is not XML, or more than one document',
  ],
  [/^unbound namespace prefix: "(.*)"\.$/, "contains a name with the prefix '$1', which is not declared"],
];

/** The error message for a message of the XML parser. */
function plainFault(message: string): string {
  const said = message.replace(/^\d+:\d+: /, '').slice(0, 200);
  const [rule, means] = plain.find(([each]) => each.test(said)) ?? [/^/, 'is wrong here: '];
  return `the file: is not well-formed XML: it ${said.replace(rule, means)}`;
}

/** Reports what was mended in a file. */
export function reportMended(summary: ImportSummary): OnMended {
  // The file is read ahead of the articles, so this is about none of them.
  return (what, line) => summary.changed('text', what, `line ${line}`, 'look', 'file');
}

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
function usualPrefix(address: string): string {
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
const usualNamespaces = {
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
