import { escapeText } from '@newsstand/html';
import { decodeHTML } from 'entities';
import { writeAttribute } from '../shared/html/writeHtml.ts';
import { codeNames, isShortcode } from './shortcodes.ts';

/**
 * Code as plugins write it: `[code]…[/code]`, `<pre lang="php">…</pre>`, `<code lang="php">…</code>`, or a block whose comment names the language. The
 * length of what is given is limited, so that this takes linear time.
 */
const code = new RegExp(
  String.raw`\[(?<name>${codeNames})(?<given>(?:\s[^\[\]\n]{0,300})?)\]` +
    String.raw`|<!-- wp:(?:syntaxhighlighter/code|enlighter/codeblock|code|prismatic/blocks|kevinbatdorf/code-block-pro)\s(?<json>\{[^\n]{0,500}?\})\s*-->\s*<pre[^<>]{0,500}>` +
    String.raw`|<pre(?<pre>(?:\s[^<>]{0,500})?)>|<code(?<inline>\s[^<>]{0,500})>`,
  'gi',
);

/**
 * Writes the code in a post as `pre`, escaped, so that nothing in it is taken for a tag, a block or a shortcode. What is
 * not closed, or not code, is unchanged.
 */
export function protectCode(html: string): string {
  const pieces: string[] = [];
  /** The position of the last end tag of each kind, so that missing ones are not searched for repeatedly. */
  const lastEnds = new Map<string, number>();
  let done = 0;
  for (const found of html.matchAll(code)) {
    if (found.index < done) continue;
    const { name, given = '', json = '', pre = '', inline } = found.groups ?? {};
    const start = found.index + found[0].length;
    const language = name === undefined ? languageOf(inline ?? pre, json) : shortcodeLanguage(name, given);
    if (inline !== undefined && language === undefined) continue;
    const ending = name === undefined ? (inline === undefined ? '</pre>' : '</code>') : `[/${name}]`;
    const lastEnd = lastEnds.get(ending) ?? html.lastIndexOf(ending);
    lastEnds.set(ending, lastEnd);
    if (lastEnd < start) continue;
    const end = html.indexOf(ending, start);
    const content = html.slice(start, end);
    if (language !== undefined) {
      const isInline = inline !== undefined && !content.includes('\n');
      pieces.push(html.slice(done, found.index));
      pieces.push(isInline ? `<code>${plainCode(content)}</code>` : writeCode(content, language));
      done = end + ending.length;
    } else if (startsWithCode.test(content)) {
      // The tag is left out, and the end tag is ignored.
      pieces.push(html.slice(done, found.index));
      done = start;
    } else {
      pieces.push(html.slice(done, start), withoutShortcodes(content));
      done = end;
    }
  }
  return pieces.join('') + html.slice(done);
}

/** Some authors write a shortcode for code in a `pre`. */
const startsWithCode = new RegExp(String.raw`^\s*\[(?:${codeNames})[\s\]]`, 'i');

/** HTML that is text of code, so that nothing in brackets is a shortcode. A doubled bracket means a single one, as in any text. */
function withoutShortcodes(html: string): string {
  return html
    .replaceAll(/\[(\[([a-z][\w-]*)(?:\s[^[\]]{0,300})?\])\]/gi, (whole, inner: string, name: string) =>
      isShortcode(name) ? inner : whole,
    )
    .replaceAll('[', '&#91;');
}

function shortcodeLanguage(name: string, given: string): string {
  const told = attribute(given, 'lang(?:uage)?|type') ?? /^(?:cce|cc)_(\w+)/i.exec(name)?.[1];
  return (
    told ?? (/^(code|source|sourcecode|cce?|crayon|highlight|codesyntax|syntax)$/i.test(name) ? '' : name)
  );
}

/** Two letters that name a programming language; others are languages that people speak. */
const shortNames = new Set('as cs go hs js kt md pl ps py rb rs sh ts vb'.split(' '));

/** The programming language that a tag or a comment names; undefined if there is none. */
function languageOf(pre: string, json: string): string | undefined {
  const [, inComment] = /"lang(?:uage)?":"([\w+#.-]{1,50})"/.exec(json) ?? [];
  const [, brush] = /\bbrush:\s*([\w+#.-]{1,50})/.exec(pre) ?? [];
  const told = inComment ?? attribute(pre, 'data-enlighter-language') ?? brush ?? attribute(pre, 'lang');
  const isSpoken = told !== undefined && /^[a-z]{2}(-|$)/i.test(told) && !shortNames.has(told.toLowerCase());
  return isSpoken ? undefined : told;
}

function attribute(given: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s"'])(?:${name})\\s*=\\s*["']?([\\w+#.-]{1,50})`, 'i').exec(given);
  return found?.[1];
}

/** Some plugins store code escaped, others as it is. Marks of an editor, and of highlighting, are not part of it. */
function plainCode(content: string): string {
  const marks = /<\/?(?:p|br|span|code|strong|em|b|i)(?:\s[^<>]*)?\/?>/gi;
  const isEscaped =
    /&(?:lt|gt|amp|quot|#\d+);/.test(content) && !/<[a-z?!/]/i.test(content.replaceAll(marks, ''));
  const plain = isEscaped
    ? decodeHTML(content.replaceAll(/<br\s*\/?>/gi, '\n').replaceAll(marks, ''))
    : content;
  return escapeText(plain.replace(/^\r?\n/, '').trimEnd()).replaceAll('[', '&#91;');
}

function writeCode(content: string, language: string): string {
  const told = language === '' || /^(plain|text|raw|generic)$/i.test(language) ? '' : language.toLowerCase();
  const attribute = told === '' ? '' : writeAttribute('data-language', told);
  return `\n\n<pre${attribute}>\n${plainCode(content)}</pre>\n\n`;
}
