import { writeAttribute } from '../shared/html/writeHtml.ts';
import { mediaTypeOf } from '../shared/records/mediaTypeOf.ts';
import type { Attachment } from './createAttachments.ts';
import { readGiven, type Shortcode } from './expandShortcodes.ts';

/** The beginnings and ends of the shortcodes of page builders: WPBakery, Divi, Avada, Enfold, Impreza, King Composer. */
const layout = /\[(\/?)((?:vc|et_pb|fusion|av|us|kc|mk)_[\w-]+)((?:\s[^[\]]*)?)\]/g;

/**
 * Removes the layout shortcodes of page builders. What is between them stays, and so do the images and
 * headings that they name. `onFound` is called for each start tag.
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

/** An image is given by its URL or its number. */
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
