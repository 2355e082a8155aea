import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import { assetHtml, typeOfMime } from '../shared/documents/assetHtml.ts';
import type { ReadAsset } from '../shared/documents/Documents.ts';
import { mediaTypeOf } from '../shared/records/SourceContent.ts';
import { webAddress } from '../shared/text/urls.ts';
import { wordsOf } from './portableTextHtml.ts';
import { assetName } from './sanityValues.ts';
import type { SanitySurvey } from './surveySanity.ts';

/** Reads an image or a file; undefined if the value is neither. */
export function readSanityAsset(
  line: number,
  value: unknown,
  { assets, files }: SanitySurvey,
): ReadAsset | 'missing' | undefined {
  const name = isObject(value) ? assetName(value) : undefined;
  if (name === undefined || !isObject(value)) return undefined;
  const details = assets.get(name);
  const file = [pathOf(name)].find((path) => path !== undefined && files.has(path));
  const url = details?.url ?? (webAddress(name, undefined) || file);
  if (url === undefined) return 'missing';
  const type = mediaTypeOf(url) ?? typeOfMime(details?.mimetype);
  // A document can be linked to, but only where it is on the web.
  if (type === undefined && url === file) return 'missing';
  const media = { line, url, name: details?.name, type, file: type === undefined ? undefined : file };
  const [, width, height] = /-(\d{1,6})x(\d{1,6})[.-]\w+$/.exec(name) ?? [];
  const text = (key: string) =>
    typeof value[key] === 'string' && value[key] !== '' ? value[key] : undefined;
  const html = assetHtml(media, {
    alt: text('alt') ?? text('altText') ?? details?.alt,
    width: width === undefined ? undefined : Number(width),
    height: height === undefined ? undefined : Number(height),
  });
  const caption = [
    ...new Set(
      ['caption', 'attribution', 'credit', 'source'].flatMap((key) => wordsOf(value[key]).trim() || []),
    ),
  ];
  const written = caption.length === 0 ? '' : `<figcaption>${escapeText(caption.join(' '))}</figcaption>`;
  return { media, html: written === '' ? html : `<figure>${html}${written}</figure>` };
}

/** Where a file is beside the documents, by its address or by the ID of its asset. */
function pathOf(name: string): string | undefined {
  const [, path] = /^file:\/\/\.?\/?((?:images|files)\/[^/\\]+)$/.exec(name) ?? [];
  if (path !== undefined) return path;
  const [, type, base, extension] = /^(image|file)-([\w-]+)-(\w+)$/.exec(name) ?? [];
  return type === undefined ? undefined : `${type}s/${base}.${extension}`;
}
