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
type Shortcode = {
  readonly attributes: ReadonlyMap<string, string>;
  /** Values without a name: `[youtube https://…]`. */
  readonly values: readonly string[];
  readonly content: string;
};

/** How shortcodes of one name are converted. */
type Expansion = {
  /** Whether it encloses content: `[caption]…[/caption]`. */
  readonly isAround?: boolean;
  readonly expand: (shortcode: Shortcode) => string;
};

const beginning = /\[(\[?)([a-z][\w-]*)(?=[\s=\]/])([^[\]]*)\](\]?)/iy;

/**
 * Replaces known shortcodes by HTML. Others are unchanged, because most text in
 * brackets is not a shortcode; `onUnknown` is called with those that look like one.
 */
export function expandShortcodes(
  html: string,
  known: ReadonlyMap<string, Expansion>,
  onUnknown: (name: string) => void,
): string {
  const ends = lastEnds(html);
  const pieces: string[] = [];
  let done = 0;
  for (let at = html.indexOf('['); at !== -1; at = html.indexOf('[', Math.max(at + 1, done))) {
    beginning.lastIndex = at;
    const [whole = '', before = '', written = '', given = '', behind = ''] = beginning.exec(html) ?? [];
    if (whole === '') continue;
    const name = written.toLowerCase();
    const expansion = known.get(name);
    const isClosed = (ends.get(name) ?? -1) > at;
    if (before !== '' && behind !== '' && isShortcode(name)) take(at, at + whole.length, whole.slice(1, -1));
    else if (expansion === undefined) {
      if (isClosed || given.includes('=')) onUnknown(name);
    } else {
      const start = at + whole.length - behind.length;
      const end = isClosed ? endOf(html, name, start, expansion) : start;
      const inside = end === start ? '' : html.slice(start, end - name.length - 3);
      const content = expandShortcodes(inside, known, onUnknown);
      take(at + before.length, end, expansion.expand({ ...readGiven(given), content }));
    }
  }
  return pieces.join('') + html.slice(done);

  function take(from: number, to: number, text: string): void {
    pieces.push(html.slice(done, from), text);
    done = to;
  }
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

const part = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|([^\s"]+)/g;

/** Parses the attributes and values of a shortcode. */
function readGiven(text: string): Pick<Shortcode, 'attributes' | 'values'> {
  const attributes = new Map<string, string>();
  const values: string[] = [];
  for (const [, name, double, single, bare, quoted, value = ''] of text.replace(/\/$/, '').matchAll(part)) {
    if (name === undefined) values.push(quoted ?? value);
    else attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  return { attributes, values: values.map((each) => each.replace(/^=/, '')) };
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
    const { attributes } = readGiven(given);
    return `\n\n${headingOf(name, attributes)}${picturesOf(attributes, picture)}`;
  });
}

type Given = Shortcode['attributes'];

function headingOf(name: string, attributes: Given): string {
  const text = attributes.get('title') ?? (name.endsWith('heading') ? attributes.get('text') : undefined);
  return text === undefined || text === '' ? '' : `<h3>${text}</h3>\n\n`;
}

/** An image is given by its URL or its ID. */
function picturesOf(attributes: Given, picture: (id: string) => Attachment | undefined): string {
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
