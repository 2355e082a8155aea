import { decodeHTML } from 'entities';
import type { ShortcodeFate } from '../ImportSummary.ts';
import {
  type Given,
  nothingGiven,
  readGiven,
  shortcodeMark,
  watchTags,
} from '../shared/html/shortcodeMarks.ts';
import { writeAttribute } from '../shared/html/writeHtml.ts';
import { mediaTypeOf } from '../shared/records/SourceContent.ts';
import type { Attachment } from './createAttachments.ts';

const videoSources = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mov'] as const;
const audioSources = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma'] as const;

/** Shortcodes of plugins that show code; those named after a language say which. */
export const codeNames =
  'code|sourcecode|source|cce|cc|cce_\\w+|cc_\\w+|crayon|highlight|codesyntax|syntax|' +
  'actionscript|bash|cpp|csharp|css|delphi|diff|html|java|javascript|js|perl|php|powershell|python|ruby|scala|shell|sql|vb|xml|yaml';

const codeName = new RegExp(`^(?:${codeNames})$`, 'i');

/** Whether a word in brackets is a shortcode: only then does a doubled bracket mean a single one. */
export function isShortcode(name: string): boolean {
  return ownNames.has(name.toLowerCase()) || codeName.test(name);
}

/** How WordPress's own shortcodes are converted. `pictures` returns the images of a gallery. */
export function shortcodes(
  pictures: (ids: readonly string[] | undefined) => readonly Attachment[],
): ReadonlyMap<string, Expansion> {
  const caption = { isAround: true, expand: expandCaption };
  return new Map<string, Expansion>([
    ['caption', caption],
    ['wp_caption', caption],
    ['gallery', { expand: (shortcode) => writeGallery(pictures(idsOf(shortcode))) }],
    ['embed', { isAround: true, expand: ({ content }) => ownLine(content) }],
    ['video', { expand: (shortcode) => expandPlayer('video', sourceOf(shortcode, videoSources)) }],
    ['audio', { expand: (shortcode) => expandPlayer('audio', sourceOf(shortcode, audioSources)) }],
    [
      'youtube',
      { isAround: true, expand: (each) => expandService(each, 'https://www.youtube.com/watch?v=') },
    ],
    ['vimeo', { isAround: true, expand: (each) => expandService(each, 'https://vimeo.com/') }],
  ]);
}

const ownNames: ReadonlySet<string> = new Set(['playlist', ...shortcodes(() => []).keys()]);

/** Attributes may contain `>`. */
const given = String.raw`\s(?:[^>"']|"[^"]*"|'[^']*')*`;
const startingPicture = new RegExp(String.raw`^\s*(?:<a${given}>\s*)?<img${given}>(?:\s*</a>)?`, 'i');

/** The text after the image is its caption; in old versions it was an attribute. */
function expandCaption({ attributes, content }: Shortcode): string {
  const [picture] = startingPicture.exec(content) ?? [];
  if (picture === undefined) return content;
  const caption = attributes.get('caption') ?? content.slice(picture.length).trim();
  return `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;
}

function idsOf({ attributes }: Shortcode): readonly string[] | undefined {
  const ids = attributes.get('ids') ?? attributes.get('include');
  return ids?.split(',').map((each) => each.trim());
}

function writeGallery(pictures: readonly Attachment[]): string {
  return `<div class="wp-block-gallery">${pictures.map(writePicture).join('')}</div>`;
}

function writePicture({ url, alt = '', caption = '' }: Attachment): string {
  const picture = `<img${writeAttribute('src', url)}${writeAttribute('alt', alt)}>`;
  return `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;
}

function sourceOf({ attributes, values }: Shortcode, names: readonly string[]): string {
  return names.map((name) => attributes.get(name)).find((each) => each !== undefined) ?? values[0] ?? '';
}

/** Attributes of shortcodes are HTML already. */
function expandPlayer(name: 'video' | 'audio', source: string): string {
  return source === '' ? '' : `<${name} controls src="${source.replaceAll('"', '&quot;')}"></${name}>`;
}

function expandService({ attributes, values, content }: Shortcode, page: string): string {
  const given = content || (values[0] ?? attributes.get('id') ?? attributes.get('url') ?? '');
  const isId = /^[\w-]+$/.test(given.trim());
  return ownLine(isId ? `${page}${given.trim()}` : given);
}

/** A URL on its own line embeds its target. */
function ownLine(address: string): string {
  return `<p>${address.trim()}</p>`;
}

/** The attributes and the content of a shortcode. */
type Shortcode = Given & { readonly content: string };

/** How shortcodes of one name are converted. */
type Expansion = {
  /** Whether it encloses content: `[caption]…[/caption]`. */
  readonly isAround?: boolean;
  readonly expand: (shortcode: Shortcode) => string;
};

const beginning = /\[(\[?)([a-z][\w-]*)(?=[\s=\]/])([^[\]]*)\](\]?)/iy;

const ending = /\[\/([a-z][\w-]*)\]/iy;

/**
 * What becomes of an unknown shortcode. Most text in brackets is none: `looksLikeOne` if it has attributes or an end tag.
 * Undefined leaves it as it is.
 */
type OnUnknown = (
  name: string,
  text: string,
  looksLikeOne: boolean,
  mayMark: boolean,
) => ShortcodeFate | undefined;

/** Replaces known shortcodes by HTML. Of unknown ones, the tags are replaced or removed; what they enclose stays. */
export function expandShortcodes(
  html: string,
  known: ReadonlyMap<string, Expansion>,
  onUnknown: OnUnknown,
): string {
  const ends = lastEnds(html);
  const isInTag = watchTags(html);
  /** What became of the unknown ones that have begun. */
  const begun = new Map<string, ShortcodeFate>();
  const pieces: string[] = [];
  let done = 0;
  for (let at = html.indexOf('['); at !== -1; at = html.indexOf('[', Math.max(at + 1, done))) {
    beginning.lastIndex = at;
    const [whole = '', before = '', written = '', given = '', behind = ''] = beginning.exec(html) ?? [];
    if (whole === '') {
      takeEnd(at);
      continue;
    }
    const name = written.toLowerCase();
    const expansion = known.get(name);
    const isClosed = (ends.get(name) ?? -1) > at;
    if (before !== '' && behind !== '' && isShortcode(name)) take(at, at + whole.length, whole.slice(1, -1));
    else if (expansion === undefined) {
      // Doubled brackets show a shortcode to readers.
      if (before !== '' && behind !== '') take(at, at + whole.length, whole);
      else
        takeUnknown(
          name,
          at + before.length,
          whole.slice(before.length, whole.length - behind.length),
          given,
        );
    } else {
      const start = at + whole.length - behind.length;
      const end = isClosed ? endOf(html, name, start, expansion) : start;
      const inside = end === start ? '' : html.slice(start, end - name.length - 3);
      const content = expandShortcodes(inside, known, onUnknown);
      take(at + before.length, end, expansion.expand({ ...readAttributes(given), content }));
    }
  }
  return pieces.join('') + html.slice(done);

  function takeUnknown(name: string, at: number, text: string, given: string): void {
    const looksLikeOne = (ends.get(name) ?? -1) > at || given.includes('=');
    const fate = onUnknown(name, text, looksLikeOne, !isInTag(at));
    if (fate === undefined || fate === 'text') return;
    begun.set(name, fate);
    take(at, at + text.length, fate === 'drop' ? '' : shortcodeMark(name, decoded(readAttributes(given))));
  }

  function takeEnd(at: number): void {
    ending.lastIndex = at;
    const [whole = '', written = ''] = ending.exec(html) ?? [];
    const name = written.toLowerCase();
    const fate = begun.get(name);
    if (fate === undefined || isInTag(at)) return;
    take(at, at + whole.length, fate === 'drop' ? '' : shortcodeMark(`/${name}`, nothingGiven));
  }

  function take(from: number, to: number, text: string): void {
    pieces.push(html.slice(done, from), text);
    done = to;
  }
}

/** In WordPress, the case of names does not matter. */
function readAttributes(text: string): Given {
  const { attributes, values } = readGiven(text);
  return { attributes: new Map([...attributes].map(([name, value]) => [name.toLowerCase(), value])), values };
}

/** Attributes of shortcodes are HTML already. */
function decoded({ attributes, values }: Given): Given {
  return {
    attributes: new Map([...attributes].map(([name, value]) => [name, decodeHTML(value)])),
    values: values.map((value) => decodeHTML(value)),
  };
}

/** The position of the last end tag of each name, so that missing ones are not searched for repeatedly. */
function lastEnds(html: string): ReadonlyMap<string, number> {
  return new Map(
    [...html.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map((each) => [(each[1] ?? '').toLowerCase(), each.index]),
  );
}

/** The end of a shortcode: after its end tag, if it has one. */
function endOf(html: string, name: string, start: number, { isAround = false }: Expansion): number {
  const end = `[/${name}]`;
  const next = html.indexOf(`[${name}`, start);
  const index = isAround ? html.slice(start, next === -1 ? undefined : next).indexOf(end) : 0;
  return index !== -1 && html.startsWith(end, start + index) ? start + index + end.length : start;
}

/** Start and end tags of page builders: WPBakery, Divi, Avada, Enfold, Impreza, King Composer. */
const layout = /\[(\/?)((?:vc|et_pb|fusion|av|us|kc|mk)_[\w-]+)((?:\s[^[\]]*)?)\]/g;

/**
 * Removes the layout shortcodes of page builders. Their content is kept, with the images and headings in their
 * attributes. `onFound` is called for each start tag.
 */
export function expandLayout(
  html: string,
  picture: (id: string) => Attachment | undefined,
  onFound: (name: string) => void,
): string {
  return html.replaceAll(layout, (_, end: string, name: string, given: string) => {
    if (end !== '') return '\n\n';
    onFound(name);
    const { attributes } = readAttributes(given);
    return `\n\n${headingOf(name, attributes)}${picturesOf(attributes, picture)}`;
  });
}

function headingOf(name: string, attributes: Given['attributes']): string {
  const text = attributes.get('title') ?? (name.endsWith('heading') ? attributes.get('text') : undefined);
  return text === undefined || text === '' ? '' : `<h3>${text}</h3>\n\n`;
}

/** An image is given by its URL or its ID. */
function picturesOf(
  attributes: Given['attributes'],
  picture: (id: string) => Attachment | undefined,
): string {
  const told = ['src', 'image', 'images', 'image_url', 'gallery_ids'].map(
    (each) => attributes.get(each) ?? '',
  );
  const alt = writeAttribute('alt', attributes.get('alt') ?? '');
  return told
    .flatMap((each) => each.split(','))
    .map((each) => (mediaTypeOf(each) === 'image' ? each : (picture(each.trim())?.url ?? '')))
    .map((url) => (url === '' ? '' : `<img${writeAttribute('src', url.trim())}${alt}>\n\n`))
    .join('');
}
