import { limits } from '@newsstand/contract';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ParseError } from '../../Importer.ts';
import type { ImportSummary } from '../../ImportSummary.ts';
import { decodeXml, type OnMended } from './decodeXml.ts';
import { usualNamespaces, usualPrefix } from './namespaces.ts';

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
    reader.write(text);
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
  return (what, line) => summary.changed('text', what, `line ${line}`);
}
