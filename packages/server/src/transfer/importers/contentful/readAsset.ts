import { assetHtml, typeOfMime } from '../shared/documents/assetHtml.ts';
import type { ReadAsset } from '../shared/documents/Documents.ts';
import { mediaTypeOf } from '../shared/records/SourceContent.ts';
import { webAddress } from '../shared/text/urls.ts';
import { contentfulSchemas, pickLocale, pickText } from './contentfulSchemas.ts';
import type { Asset } from './surveyContentful.ts';

/** Reads an asset; undefined if it has no file, or is not published, because media are public. */
export function readAsset(asset: Asset | undefined, locale: string): ReadAsset | undefined {
  const file = contentfulSchemas.file.safeParse(pickLocale(asset?.file, locale)).data;
  const url = webAddress(file?.url ?? '', 'https://images.ctfassets.net');
  if (asset?.state !== 'published' || file === undefined || url === undefined) return undefined;
  const title = pickText(asset.title, locale);
  const alt = pickText(asset.description, locale) ?? title;
  const type = mediaTypeOf(url) ?? typeOfMime(file.contentType);
  const media = { line: asset.line, url, name: title ?? file.fileName, type };
  return { media, html: assetHtml(media, { alt, ...file.details?.image }) };
}
