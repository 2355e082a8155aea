import type { MarkdownIt } from 'markdown-it';
import { createMarkdown } from '../shared/markdown/createMarkdown.ts';
import { addAttributes } from './syntax/attributes.ts';
import { addContainers } from './syntax/containers.ts';
import { addMdx } from './syntax/mdx.ts';
import { type Dialect, type Met, startReading } from './syntax/Reading.ts';
import { addShortcodes } from './syntax/shortcodes.ts';
import { addWikiLinks } from './syntax/wikiLinks.ts';

/** A document as HTML, and what the report should say about it. */
export type MarkdownHtml = { readonly html: string; readonly met: Met; readonly isMdx: boolean };

/** By dialect: sites have different paths on their hosts. */
const parsers = new Map<string, MarkdownIt>();
const mostParsers = 100;

/** Reads a document of a site: Markdown with the syntax of site generators. */
export function readMarkdown(source: string, dialect: Dialect): MarkdownHtml {
  const { isMdx, base = '' } = dialect;
  const key = `${isMdx} ${base}`;
  const parser = parsers.get(key) ?? createParser(isMdx, base);
  if (parsers.size < mostParsers) parsers.set(key, parser);
  const { env, reading } = startReading(dialect);
  const tokens = parser.parse(source, env);
  // Docusaurus reads all Markdown as MDX.
  const hasImports = tokens.some(({ type, content }) => type === 'inline' && statement.test(content));
  if (!isMdx && hasImports) return readMarkdown(source, { ...dialect, isMdx: true });
  return { html: parser.renderer.render(tokens, parser.options, env), met: reading.met, isMdx };
}

function createParser(isMdx: boolean, base: string): MarkdownIt {
  const parser = createMarkdown();
  addShortcodes(parser, base);
  addWikiLinks(parser);
  addContainers(parser);
  addAttributes(parser);
  if (isMdx) addMdx(parser);
  return parser;
}

const statement = /^import [\w*{].{0,300} from ["'][^"'\n]{1,300}["'];?[ \t]*$/m;
