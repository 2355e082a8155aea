import { writeAttribute } from '../shared/html/writeHtml.ts';
import type { Attachment } from './createAttachments.ts';
import type { Expansion, Shortcode } from './expandShortcodes.ts';

const videoSources = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mov'] as const;
const audioSources = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma'] as const;

/** How WordPress's own shortcodes are converted. `pictures` returns the images of a gallery. */
export function shortcodes(
  pictures: (ids: readonly string[] | undefined) => readonly Attachment[],
): ReadonlyMap<string, Expansion> {
  const caption = { isAround: true, expand: expandCaption };
  return new Map<string, Expansion>([
    ['caption', caption],
    ['wp_caption', caption],
    ['gallery', { expand: (shortcode) => pictures(idsOf(shortcode)).map(writePicture).join('') }],
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

/** The text after the image is its caption; in old versions it was an attribute. */
function expandCaption({ attributes, content }: Shortcode): string {
  const [picture] = /^\s*(?:<a\s[^>]*>\s*)?<img\s[^>]*>(?:\s*<\/a>)?/i.exec(content) ?? [];
  if (picture === undefined) return content;
  const caption = attributes.get('caption') ?? content.slice(picture.length).trim();
  return `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;
}

function idsOf({ attributes }: Shortcode): readonly string[] | undefined {
  const ids = attributes.get('ids') ?? attributes.get('include');
  return ids?.split(',').map((each) => each.trim());
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

/** A URL on a line of its own embeds its target. */
function ownLine(address: string): string {
  return `<p>${address.trim()}</p>`;
}
