import { isObject } from '@newsstand/contract';
import { ParseError } from '../Importer.ts';
import { jsonTokens } from '../shared/json/readJson.ts';
import { createFields, type Fields, type Values } from './createFields.ts';

/** A Markdown file: its front matter, and the text below it. */
export type FrontMatter = {
  readonly fields: Fields;
  readonly body: string;
  /** The line on which the body begins. */
  readonly bodyLine: number;
};

/** Front matter as written, with its first line and the start of the body. */
type Found = { readonly format: Format; readonly text: string; readonly line: number; readonly end: number };

type Format = { readonly name: string; readonly parse: (text: string) => unknown };

const yaml: Format = { name: 'YAML', parse: Bun.YAML.parse };
const toml: Format = { name: 'TOML', parse: Bun.TOML.parse };
const json: Format = { name: 'JSON', parse: JSON.parse };

/** Longer than any real front matter, but short enough to be scanned several times. */
const maxLength = 256 * 1024;

/** Splits front matter (YAML between `---`, TOML between `+++`, a JSON object) from the body. Missing fields are `inherited`. */
export function readFrontMatter(
  text: string,
  inherited: Values = {},
  chosen?: ReadonlyMap<string, string>,
): FrontMatter {
  const found = findFrontMatter(text);
  const value = found && parseFrontMatter(found);
  if (found === undefined || typeof value === 'string')
    return { fields: createFields({}, '', 1, inherited, chosen), body: text, bodyLine: 1 };
  if (!isObject(value)) throw new ParseError(found.line, 'the front matter must consist of named fields');
  return {
    fields: createFields(value, found.text, found.line, inherited, chosen),
    body: text.slice(found.end),
    bodyLine: countLines(text.slice(0, found.end)),
  };
}

/** Empty lines may precede it: as text, it would be public. */
function findFrontMatter(text: string): Found | undefined {
  const [blank = ''] = /^(?:[ \t]*\n)*/.exec(text) ?? [];
  const rest = text.slice(blank.length);
  const first = countLines(blank);
  const found = rest.startsWith('{') ? findObject(rest, first) : findFence(rest, first);
  if (found !== undefined && found.text.length > maxLength)
    throw new ParseError(found.line, `the front matter is longer than ${maxLength} characters`);
  return found && { ...found, end: blank.length + found.end };
}

/** Between two lines of `---` or `+++`. Two such lines may also be rules, with text between them. */
function findFence(text: string, first: number): Found | undefined {
  const [opening = '', mark = ''] = /^(---|\+\+\+)[ \t]*\n/.exec(text) ?? [];
  if (mark === '') return findUnopened(text, first);
  const closing = mark === '---' ? /^(?:---|\.\.\.)[ \t]*$/gm : /^\+\+\+[ \t]*$/gm;
  closing.lastIndex = opening.length;
  const end = closing.exec(text);
  if (end !== null) {
    const inner = text.slice(opening.length, end.index);
    const format = mark === '---' ? yaml : toml;
    const line = first + 1;
    return { format, text: inner, line, end: Math.min(text.length, end.index + end[0].length + 1) };
  }
  if (!/^["']?[\w-]+["']?\s*[:=]/.test(text.slice(opening.length, opening.length + 200))) return undefined;
  throw new ParseError(first, `the front matter that begins here has no end: a line ${mark} is missing`);
}

/** Hexo also accepts front matter that is only followed by a line `---`. */
function findUnopened(text: string, first: number): Found | undefined {
  const isField = /^(?:title|layout|date):[ \t]/.test(text);
  const end = isField ? /^---[ \t]*$/m.exec(text) : null;
  if (end === null || /^[ \t]*$/m.test(text.slice(0, end.index - 1))) return undefined;
  const after = Math.min(text.length, end.index + end[0].length + 1);
  return { format: yaml, text: text.slice(0, end.index), line: first, end: after };
}

/** A JSON object at the beginning, up to the brace that closes it. */
function findObject(text: string, first: number): Found | undefined {
  if (!/^\{\s*["}]/.test(text)) return undefined;
  let depth = 0;
  for (const { text: token, end } of jsonTokens(text)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return { format: json, text: text.slice(0, end), line: first, end };
  }
  throw new ParseError(first, 'the front matter that begins here has no end: a brace (}) is missing');
}

function parseFrontMatter({ format, text, line }: Found): unknown {
  try {
    return format.parse(text) ?? {};
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^\w+ Parse error: /, '') : '';
    const fault = `the front matter is not valid ${format.name} (${reason})`;
    const hint = format === yaml ? '; a text with : or # in it needs quotes' : '';
    throw new ParseError(line + (format === json ? 0 : firstBadLine(format, text)), fault + hint);
  }
}

/**
 * How many lines precede the invalid one. The parsers do not tell, so this finds the first field up to which the text
 * is invalid.
 */
function firstBadLine(format: Format, text: string): number {
  const starts = [...text.matchAll(/^[^\s#\]})-]/gm)].map(({ index }) => index);
  const isRight = (end: number): boolean => {
    try {
      format.parse(text.slice(0, end));
      return true;
    } catch {
      return false;
    }
  };
  let [right, wrong] = [0, starts.length];
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (isRight(starts[middle] ?? 0)) right = middle;
    else wrong = middle;
  }
  return countLines(text.slice(0, starts[right] ?? 0)) - 1;
}

/** The number of the line after a text; 1 for an empty text. */
function countLines(text: string): number {
  return text.split('\n').length;
}
