import type { Block } from '@newsstand/contract';
import { toneOf } from '../shared/html/readParts.ts';
import { writeAttribute } from '../shared/html/writeHtml.ts';
import { mediaTypeOf } from '../shared/records/SourceContent.ts';

const statement = /^import [\w*{].{0,300} from ["'][^"'\n]{1,300}["'];?[ \t]*$/m;

/** Whether a file is MDX: by its name, or, because Docusaurus treats all Markdown as MDX, by its imports. */
export function isMdx(path: string, body: string): boolean {
  if (/\.mdx$/i.test(path)) return true;
  let isFound = false;
  if (statement.test(body))
    outsideFences(body, (text) => {
      isFound ||= statement.test(text);
      return text;
    });
  return isFound;
}

const imported = /^import (\w{1,99}) from ["']([^"'\n]{1,500})["']/gm;

/** Converts MDX to Markdown: without imports, exports and comments, and with the URLs of imported pictures. */
export function plainMdx(mdx: string): string {
  const files = new Map([...mdx.matchAll(imported)].map(([, name = '', path = '']) => [name, path]));
  return outsideFences(mdx, (text) =>
    withoutComments(withoutModules(text))
      .replaceAll(/<Image(?=\s)/g, '<img')
      .replaceAll(/=\{require\(["']([^"'\n]{1,500})["']\)(?:\.default)?\}/g, '="$1"')
      .replaceAll(/\bsrc=\{(\w{1,99})(?:\.src)?\}/g, (whole, name) =>
        files.has(name) ? `src="${files.get(name)}"` : whole,
      ),
  );
}

/** A statement begins with its keyword and ends with an empty line. */
function withoutModules(text: string): string {
  let isModule = false;
  const lines = text.split('\n').filter((line) => {
    isModule = line.trim() !== '' && (isModule || /^(?:import|export)\s/.test(line));
    return !isModule;
  });
  return lines.join('\n');
}

function withoutComments(text: string): string {
  const [before = '', ...comments] = text.split('{/*');
  const after = comments.map((comment) => {
    const end = comment.indexOf('*/}');
    return end === -1 ? `{/*${comment}` : comment.slice(end + 3);
  });
  return [before, ...after].join('');
}

/** Markdown, and the names of the notes that it linked to. */
type PlainNotes = { readonly text: string; readonly links: readonly string[] };

/** `[[Note#Heading|words]]`, or an embed with `!` before it. If a URL follows, it is an ordinary link. */
const wikiLink = /(!?)\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{0,200}))?\]\](?![([:])/g;

/** Comments of Obsidian, between `%%`. */
const comment = /(?<=^|\s)%%[^%]{1,5000}%%(?=\s|$)/g;

/** Converts notes of Obsidian to Markdown: embedded pictures become pictures, and links to notes become text. */
export function plainNotes(markdown: string): PlainNotes {
  if (!/\[\[|%%/.test(markdown)) return { text: markdown, links: [] };
  const links: string[] = [];
  const text = outsideCode(markdown, (piece) =>
    piece
      .replaceAll(comment, '')
      .replaceAll(wikiLink, (_, embeds: string, target: string, words: string | undefined) => {
        if (embeds !== '' && mediaTypeOf(target) !== undefined) return picture(target, words);
        links.push(target);
        return words || target;
      }),
  );
  return { text, links };
}

/** The text after `|` may be the size of the picture. */
function picture(target: string, words = ''): string {
  return `![${/^[\dx]*$/.test(words) ? '' : words}](<${target}>)`;
}

/** `:::note Title`, `:::tip[Title]`: the start of a container in Docusaurus and VitePress. */
const opening = /^[ \t]{0,20}:{3,9}[ \t]?([a-z][\w-]{0,50})(?![\w-])(.*)$/i;
const closing = /^[ \t]{0,20}:{3,9}[ \t]*$/;

/**
 * Turns containers into callouts. Of those that mean something else, or that no marker ends, only the markers are removed; titles
 * and content stay.
 */
export function withCallouts(markdown: string): string {
  const quoted = markdown.includes('[!') ? outsideFences(markdown, withTitles) : markdown;
  return quoted.includes(':::') ? outsideFences(quoted, withoutContainers) : quoted;
}

function withoutContainers(text: string): string {
  const lines = text.split('\n');
  const open: { readonly at: number; readonly tone: string | undefined }[] = [];
  for (const [at, line] of lines.entries()) {
    const [, word = '', rest] = opening.exec(line) ?? [];
    if (rest !== undefined) {
      const title = rest.replaceAll(/\{[^{}]{0,500}\}|[[\]]/g, '').trim();
      lines[at] = title === '' ? '' : `\n**${title}**\n`;
      // There it is milder than in the alerts of GitHub.
      open.push({ at, tone: word.toLowerCase() === 'caution' ? 'warning' : toneOf(word) });
    } else if (closing.test(line)) {
      const begun = open.pop();
      lines[at] = begun?.tone === undefined ? '' : '\n</aside>\n';
      if (begun?.tone === undefined) continue;
      const start = `<aside class="block-callout block-callout-${begun.tone}">`;
      lines[begun.at] = `\n${start}\n${lines[begun.at]}`;
    }
  }
  return lines.join('\n');
}

const alert = /^((?: {0,3}>[ \t]?)+)(\[!(\w{1,20})\][+-]?[^\n]*)$/gm;

/** The first line of an alert, `> [!NOTE] Title`, becomes a paragraph of its own. */
function withTitles(text: string): string {
  return text.replaceAll(alert, (whole, marks: string, _, word: string) =>
    toneOf(word) === undefined ? whole : `${whole}\n${marks}`,
  );
}

/** Reads the anchor at the end of a heading: `## Setting up {#setup}`. Other blocks are unchanged. */
export function withHeadingId(block: Block): Block {
  if (block.type !== 'heading') return block;
  const at = block.text.lastIndexOf('{#');
  const [, id] = /^\{#([\w:.-]{1,100})[^{}]{0,200}\}\s*$/.exec(at === -1 ? '' : block.text.slice(at)) ?? [];
  const text = block.text.slice(0, at).trimEnd();
  return id === undefined || text === '' ? block : { ...block, text, id };
}

const definition = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*(.*)$/;
const reference = /\[\^([^\]\s]{1,100})\]/g;

/** Moves the footnotes of Markdown to its end, as HTML, and marks their references. */
export function withFootnotes(markdown: string): string {
  if (!markdown.includes('[^')) return markdown;
  const notes = new Map<string, string[]>();
  const body = outsideFences(markdown, (text) => takeNotes(text, notes));
  if (notes.size === 0) return markdown;
  const marked = outsideCode(body, (text) =>
    text.replaceAll(reference, (whole, name: string) =>
      notes.has(name) ? `<sup${writeAttribute('data-note', name)}></sup>` : whole,
    ),
  );
  // Empty lines around it make the text of a note Markdown.
  const list = [...notes].map(
    ([name, lines]) => `<div${writeAttribute('data-note', name)}>\n\n${lines.join('\n').trim()}\n\n</div>`,
  );
  return `${marked}\n\n<section class="block-footnotes">\n${list.join('\n')}\n</section>\n`;
}

/** Moves footnotes from a text to `notes`. A note ends at an empty line, unless an indented line follows. */
function takeNotes(text: string, notes: Map<string, string[]>): string {
  const rest: string[] = [];
  let note: string[] | undefined;
  for (const line of text.split('\n')) {
    const [, name, first = ''] = definition.exec(line) ?? [];
    const isMore = line.trim() === '' || /^(?: {2}|\t)/.test(line) || note?.at(-1)?.trim() !== '';
    if (name !== undefined) {
      note = [first];
      notes.set(name, note);
    } else if (note !== undefined && isMore) note.push(line.trim());
    else {
      note = undefined;
      rest.push(line);
    }
  }
  return rest.join('\n');
}

/** Code within a line, between one or two backticks. */
const inlineCode = /(`{1,2}[^`\n]{1,1000}`{1,2})/;

/** Changes Markdown, except for its code. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  return outsideFences(markdown, (text) =>
    text
      .split(inlineCode)
      .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
      .join(''),
  );
}

/** Changes Markdown, except for its code blocks. */
function outsideFences(markdown: string, change: (lines: string) => string): string {
  const parts: string[] = [];
  let run: string[] = [];
  let fence = '';
  const endRun = (): void => {
    if (run.length > 0) parts.push(fence === '' ? change(run.join('\n')) : run.join('\n'));
    run = [];
  };
  for (const line of markdown.split('\n')) {
    const [, mark = ''] = /^[ \t>]{0,20}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '' && mark !== '') {
      endRun();
      fence = mark;
      run.push(line);
    } else {
      run.push(line);
      if (fence === '' || !mark.startsWith(fence)) continue;
      endRun();
      fence = '';
    }
  }
  endRun();
  return parts.join('\n');
}
