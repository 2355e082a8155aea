import { escapeText } from '@newsstand/html';
import { voidElements } from '../../shared/html/parseHtml.ts';
import { toneOf } from '../../shared/html/readParts.ts';
import { videoPage } from '../../shared/html/videoPage.ts';
import { writeAttribute } from '../../shared/html/writeHtml.ts';
import { mediaTypeOf } from '../../shared/records/SourceContent.ts';
import type { Reading } from './Reading.ts';
import { figure, player } from './tags.ts';

/** A tag of JSX. */
export type JsxTag = {
  readonly name: string;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
  readonly attributes: ReadonlyMap<string, JsxValue>;
  /** Where it ends. */
  readonly end: number;
};

/** A text, or an expression, without its braces. */
type JsxValue = { readonly text: string } | { readonly code: string };

const start = /<(\/?)([A-Za-z_$][\w$.-]{0,99}(?::[\w-]{1,99})?)?\s*/y;
const attribute = /([A-Za-z_$@:][\w$:.-]{0,99})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))))?\s*/y;
const end = /(\/?)\s*>/y;

/** The tag at a position; undefined if there is none. */
export function jsxAt(text: string, at: number, reading: Reading): JsxTag | undefined {
  const [opening, slash, name = ''] = match(start, text, at) ?? [];
  if (opening === undefined) return undefined;
  const attributes = new Map<string, JsxValue>();
  let pos = at + opening.length;
  for (;;) {
    const [closing, empty] = match(end, text, pos) ?? [];
    if (closing !== undefined)
      return { name, isEnd: slash === '/', isEmpty: empty === '/', attributes, end: pos + closing.length };
    const [whole, key = '', double, single, brace] = match(attribute, text, pos) ?? [];
    const isSpread = whole === undefined && text[pos] === '{';
    if (whole === undefined && !isSpread) return undefined;
    pos += whole?.length ?? 0;
    if (brace !== undefined || isSpread) {
      const after = endOfBraces(text, pos, reading);
      if (after === undefined) return undefined;
      if (!isSpread) attributes.set(key, { code: text.slice(pos + 1, after - 1).trim() });
      pos = after;
      while (/\s/.test(text[pos] ?? '')) pos += 1;
    } else attributes.set(key, { text: double ?? single ?? '' });
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const maxLength = 100_000;

/** A brace, or what may contain one that does not count. */
const piece =
  /[{}]|"(?:[^"\\\n]|\\.){0,5000}"|'(?:[^'\\\n]|\\.){0,5000}'|`(?:[^`\\]|\\[\s\S])*(?:`|$)|\/\*[\s\S]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*/g;

/** Where the expression that begins with a brace ends. Strings, comments and nested braces are code. */
export function endOfBraces(text: string, at: number, reading: Reading): number | undefined {
  const code = text.slice(at, at + Math.min(maxLength, reading.searches));
  let depth = 0;
  for (const { 0: found, index } of code.matchAll(piece)) {
    if (found === '{') depth += 1;
    else if (found === '}') depth -= 1;
    if (depth === 0) return at + index + 1;
  }
  reading.searches -= code.length;
  return undefined;
}

/** The text of an expression that is nothing but a string; undefined for any other. */
export function stringOf(code: string): string | undefined {
  const [, , text] = /^(["'`])((?:(?!\1|\$\{|\\).)*)\1$/s.exec(code.trim()) ?? [];
  return text;
}

/** A string, maybe with its key, or a name. */
const literals =
  /(?:\b([A-Za-z_$][\w$]{0,99})["']?\s{0,99}:\s{0,99})?(?:"((?:[^"\\\n]|\\.){1,5000})"|'((?:[^'\\\n]|\\.){1,5000})'|`([^`$]{1,5000})`)|(?<![\w$.])([A-Za-z_$][\w$]{0,99})/g;

/** Of two pictures for light and dark pages, one is enough. */
function withoutDark(code: string): string {
  return code.replaceAll(/\bdark\w*\s*:\s*[^,}]*/gi, '');
}

/** The files that an expression names: in strings, `require('./a.png')`, or by the names of imports. */
function filesIn(value: JsxValue, { imports }: Reading): readonly string[] {
  if ('text' in value) return [value.text];
  const whole = stringOf(value.code);
  if (whole !== undefined) return [whole];
  return [...withoutDark(value.code).matchAll(literals)].flatMap(([, , double, single, template, name]) => {
    const file = name === undefined ? (double ?? single ?? template ?? '') : (imports.get(name) ?? '');
    return mediaTypeOf(file) === undefined ? [] : [file];
  });
}

function textIn(tag: JsxTag, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = tag.attributes.get(name);
    const text = value && ('text' in value ? value.text : stringOf(value.code));
    if (text) return text;
  }
  return undefined;
}

/** Whether a tag is of a component, and not of HTML. */
export function isComponent({ name }: JsxTag): boolean {
  return name === '' || /^[A-Z_$]|\./.test(name);
}

/** The tone of a component that is a callout: `<Tip>`, `<Aside type="tip">`. */
export function toneIn(tag: JsxTag): string | undefined {
  if (!isComponent(tag)) return undefined;
  const isNamed = /^(?:admonition|callout|aside|alert|notice|message)$/i.test(tag.name);
  return isNamed ? (toneOf(textIn(tag, 'type', 'variant', 'kind') ?? '') ?? 'info') : toneOf(tag.name);
}

const htmlNames: ReadonlyMap<string, string> = new Map([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['srcSet', 'srcset'],
]);

/** A tag of HTML as HTML. */
export function elementHtml(tag: JsxTag, reading: Reading): string {
  if (tag.isEnd) return `</${tag.name}>`;
  const attributes = [...tag.attributes].map(([key, value]) => {
    const text = 'text' in value ? value.text : (stringOf(value.code) ?? filesIn(value, reading)[0]);
    return text === undefined ? '' : writeAttribute(htmlNames.get(key) ?? key, text);
  });
  const opening = `<${tag.name}${attributes.join('')}>`;
  return tag.isEmpty && !voidElements.has(tag.name) ? `${opening}</${tag.name}>` : opening;
}

/** What a component shows by its attributes, as HTML: pictures, a video, its title. */
export function componentHtml(tag: JsxTag, reading: Reading, isInline: boolean): string {
  const id = textIn(tag, 'id', 'videoId', 'videoid', 'youTubeId', 'youtubeId');
  const [, service] = /(youtube|vimeo)/i.exec(tag.name) ?? [];
  if (service !== undefined && id !== undefined && !id.includes('/'))
    return player(
      /youtube/i.test(service)
        ? `https://www.youtube.com/embed/${id}`
        : `https://player.vimeo.com/video/${id}`,
    );
  const code = textIn(tag, 'code');
  if (code !== undefined && !isInline)
    return `<pre><code${writeAttribute('class', `language-${textIn(tag, 'lang', 'language') ?? ''}`)}>${escapeText(code)}</code></pre>`;
  const pictures = picturesIn(tag, reading);
  const title = textIn(tag, 'title', 'label', 'heading', 'question');
  const below = textIn(tag, 'caption', 'description', 'subtitle', 'summary');
  // The label of something within a line is not part of its text.
  if (isInline && pictures.length === 0)
    return tag.isEmpty ? escapeText(textIn(tag, 'text', 'label', 'title', 'children') ?? '') : '';
  const caption = pictures.length === 0 ? undefined : (below ?? title);
  const own = pictures.map((src, index) => pictureHtml(tag, src, index === 0 ? caption : undefined)).join('');
  const heading = caption === title ? '' : titleHtml(title, textIn(tag, 'href', 'to'));
  return heading + own + (caption === below ? '' : textHtml(below)) + dataHtml(tag, reading);
}

function titleHtml(title: string | undefined, href: string | undefined): string {
  if (title === undefined) return '';
  const strong = `<strong>${escapeText(title)}</strong>`;
  return `<p>${href === undefined ? strong : `<a${writeAttribute('href', href)}>${strong}</a>`}</p>`;
}

function textHtml(text: string | undefined): string {
  return text === undefined ? '' : `<p>${escapeText(text)}</p>`;
}

/** Members of data that are text: `items={[{ title: 'A', description: 'B', image: 'c.png' }]}`. */
const dataTexts =
  /^(?:(title|label|heading|question)|answer|caption|description|subtitle|summary|text|content|quote)$/;

function isData(value: JsxValue): value is { readonly code: string } {
  return 'code' in value && [...value.code.matchAll(literals)].some(([, key = '']) => dataTexts.test(key));
}

/** What the data of a component shows, in its order. */
function dataHtml(tag: JsxTag, { imports }: Reading): string {
  return [...tag.attributes.values()]
    .filter(isData)
    .flatMap(({ code }) => [...withoutDark(code).matchAll(literals)])
    .map(([, key = '', double, single, template, name]) => {
      const text = (double ?? single ?? template ?? '').replaceAll(/\\(.)/g, '$1');
      const file = name === undefined ? text : (imports.get(name) ?? '');
      if (mediaTypeOf(file) !== undefined) return pictureHtml(tag, file, undefined);
      // Links to videos that stand alone become players.
      if (videoPage(text) !== undefined)
        return `<p><a${writeAttribute('href', text)}>${escapeText(text)}</a></p>`;
      const [isText, isTitle] = dataTexts.exec(key) ?? [];
      return isTitle ? titleHtml(text, undefined) : isText ? textHtml(text) : '';
    })
    .join('');
}

function pictureHtml(tag: JsxTag, src: string, caption: string | undefined): string {
  if (mediaTypeOf(src) === 'video' || /video/i.test(tag.name))
    return `<video${writeAttribute('src', src)}></video>`;
  return figure(src, textIn(tag, 'alt'), caption);
}

/** Attributes whose files are no pictures of the text. */
const noPictures = /^(?:href|to|link|icon|avatar|favicon|.*dark.*)$/i;

function picturesIn(tag: JsxTag, reading: Reading): readonly string[] {
  const files = [...tag.attributes].flatMap(([key, value]) => {
    if (noPictures.test(key) || isData(value)) return [];
    // The address of a picture need not tell that it is one.
    const isSource = key === 'src' && /image|img|picture|photo|figure|video/i.test(tag.name);
    return filesIn(value, reading).filter((file) => isSource || mediaTypeOf(file) !== undefined);
  });
  return [...new Set(files.filter((file) => file.trim() !== ''))];
}
