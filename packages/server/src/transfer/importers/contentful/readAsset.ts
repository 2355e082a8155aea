import { escapeText } from '@newsstand/html';
import { writeAttribute } from '../shared/html/writeHtml.ts';
import { mediaTypeOf, type SourceMedia } from '../shared/records/SourceContent.ts';
import { webAddress } from '../shared/text/urls.ts';
import { contentfulSchemas, pickLocale, pickText } from './contentfulSchemas.ts';
import type { Asset } from './surveyContentful.ts';

/** An asset as media, and as HTML that shows it. */
export type ReadAsset = { readonly media: SourceMedia; readonly html: string };

type MediaType = SourceMedia['type'];

/** Reads an asset; undefined if it has no file, or is not published, because media are public. */
export function readAsset(asset: Asset | undefined, locale: string): ReadAsset | undefined {
  const file = contentfulSchemas.file.safeParse(pickLocale(asset?.file, locale)).data;
  const url = webAddress(file?.url ?? '', 'https://images.ctfassets.net');
  if (asset?.state !== 'published' || file === undefined || url === undefined) return undefined;
  const title = pickText(asset.title, locale);
  const alt = pickText(asset.description, locale) ?? title ?? '';
  const name = title ?? file.fileName;
  const type = mediaTypeOf(url) ?? typeOf(file.contentType);
  const { width, height } = file.details?.image ?? {};
  const sides = { width: String(width ?? ''), height: String(height ?? '') };
  return {
    media: { line: asset.line, url, name, type },
    html: htmlOf(url, type, { alt, ...sides }, name ?? url),
  };
}

function typeOf(mimetype = ''): MediaType {
  return (['image', 'video'] as const).find((type) => mimetype.startsWith(`${type}/`));
}

function htmlOf(
  url: string,
  type: MediaType,
  attributes: Readonly<Record<string, string>>,
  name: string,
): string {
  if (type === undefined) return `<p><a${writeAttribute('href', url)}>${escapeText(name)}</a></p>`;
  if (type === 'video') return `<video controls${writeAttribute('src', url)}></video>`;
  const written = Object.entries(attributes).map(([key, value]) =>
    value === '' ? '' : writeAttribute(key, value),
  );
  return `<img${writeAttribute('src', url)}${written.join('')}>`;
}
