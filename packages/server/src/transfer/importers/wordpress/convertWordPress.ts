import type { LineBatch } from '../../ndjson/readLines.ts';
import type { ImportContext, Importer, ImportFile } from '../Importer.ts';
import { ParseError } from '../ParseError.ts';
import { createRecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { readXml } from '../shared/xml/readXml.ts';
import { tellForbidden } from '../shared/xml/tellForbidden.ts';
import { convertElement } from './convertElement.ts';
import { createSite } from './createSite.ts';

export const wordpress: Importer = {
  title: 'an export of WordPress',
  convert: convertWordPress,
  isXml: (root) => /^<rss\s/.test(root) && root.includes('wordpress.org/export/'),
};

const holders = ['rss', 'rss/channel'];

/**
 * Reads an export of WordPress (WXR 1.0 to 1.2): posts with their categories, tags, pictures and videos.
 * It is read twice, because posts come before the files that they show; each pass counts for half of the bytes.
 */
export async function* convertWordPress(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const site = createSite();
  for await (const { bytes, elements } of readXml(file.open(), holders, undefined, () => {})) {
    for (const element of elements) site.learn(element);
    yield { bytes: bytes >> 1, lines: [] };
  }
  if (!site.isWordPress())
    throw new ParseError(1, 'the file: is RSS, but not an export of WordPress; import it as a feed');
  const builder = createRecordBuilder(context);
  const forbidden = tellForbidden(context.summary);
  const conversion = { site, baseUrl: context.siteUrl ?? site.url(), builder, context };
  for await (const { bytes, elements } of readXml(file.open(), holders, undefined, forbidden)) {
    for (const element of elements) await convertElement(element, conversion);
    yield { bytes: bytes - (bytes >> 1), lines: builder.take() };
  }
}
