import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type Importer, type ImportFile, ParseError } from '../Importer.ts';
import { plainText } from '../shared/html/plainText.ts';
import { createRecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { untilFault } from '../shared/untilFault.ts';
import { childText, readXml, reportMended, type XmlElement } from '../shared/xml/readXml.ts';
import { convertItem, convertTerm } from './convertItem.ts';
import { createSite } from './createSite.ts';
import type { Conversion } from './postBlocks.ts';
import { readItem, readSlug } from './readItem.ts';
import { convertRest, isFromRest } from './rest/convertRest.ts';
import { downloadSite } from './rest/downloadSite.ts';

export const wordpress: Importer = {
  title: 'an export of WordPress',
  convert: convertWordPress,
  isXml: (root) => /^<rss\s/.test(root) && root.includes('wordpress.org/export'),
  isJsonList: isFromRest,
  api: { secretName: 'WORDPRESS_PASSWORD', hasUsers: true, download: downloadSite },
};

const containers = ['rss', 'rss/channel'];

/** Reads an export of WordPress, or what its API sends. */
export async function* convertWordPress(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  yield* (await isJson(file)) ? convertRest(file, context) : convertExport(file, context);
}

/** Whether the first byte that counts is that of a list; exports begin with `<`, in any encoding. */
async function isJson(file: ImportFile): Promise<boolean> {
  for await (const chunk of file.open()) {
    const first = chunk.find((byte) => byte > 0x20 && byte < 0x80);
    if (first !== undefined) return first === 0x5b || first === 0x7b;
  }
  return false;
}

/**
 * Reads an export of WordPress (WXR 1.0 to 1.2): posts with their categories, tags, pictures and videos.
 * It is read twice, because posts come before the files that they show; each pass counts for half of the bytes.
 */
async function* convertExport(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const site = createSite();
  let fault: ParseError | undefined;
  const first = readXml(file.open(), containers, { encoding: context.encoding });
  for await (const { bytes, elements } of untilFault(first, (found) => (fault = found))) {
    for (const element of elements) site.learn(element);
    yield { bytes: bytes >> 1, lines: [] };
  }
  if (!site.isWordPress())
    throw fault ?? new ParseError(1, 'the file: is RSS, but not an export of WordPress; import it as a feed');
  const builder = createRecordBuilder(context);
  const { encoding } = context;
  const onMended = reportMended(context.summary);
  const conversion = { site, baseUrl: context.siteUrl ?? site.url(), builder, context };
  for await (const { bytes, elements } of readXml(file.open(), containers, { encoding, onMended })) {
    for (const element of elements) await convertElement(element, conversion);
    yield { bytes: bytes - (bytes >> 1), lines: builder.take() };
  }
}

/** Converts an element of an export to lines, or reports why not. */
async function convertElement(element: XmlElement, conversion: Conversion): Promise<void> {
  const text = (name: string) => childText(element, name).trim();
  switch (element.name) {
    case 'item':
      return convertItem(readItem(element), conversion);
    case 'wp:category':
      return term('category', text('wp:category_nicename'), text('wp:cat_name'), text('wp:category_parent'));
    case 'wp:tag':
      return term('post_tag', text('wp:tag_slug'), text('wp:tag_name'), '');
    case 'wp:term':
      return term(
        text('wp:term_taxonomy'),
        text('wp:term_slug'),
        text('wp:term_name'),
        text('wp:term_parent'),
      );
  }

  function term(taxonomy: string, slug: string, html: string, parent: string): void {
    const name = plainText(html);
    convertTerm(element.line, { taxonomy, slug: readSlug(slug) || name, name }, parent !== '', conversion);
  }
}
