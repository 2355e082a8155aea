import { type Kind, samples } from '@newsstand/contract';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import type { MediaAddresses } from '../../media/deliveredMedia.ts';
import type { EncodedText } from '../items/Item.ts';
import { renderItem } from '../items/renderItem.ts';
import { tokenize } from '../search/tokenizer.ts';

const sha256 = 'ab'.repeat(32);

/** Records with a little of everything that rendering deals with. */
const records: readonly { readonly kind: Kind; readonly document: object }[] = [
  ...(['news', 'banner', 'media', 'category', 'tag'] as const).map((kind) => ({
    kind,
    document: samples[kind],
  })),
  {
    kind: 'news',
    document: {
      ...{ name: 'Ｎame', alias: 'alias', status: 'draft', reservedAt: 3, openingAt: 2, closingAt: 4 },
      values: {
        title: 'Größe ＡＢＣ １２３ がﾊﾟ 東京タワー 👍🏽 Crème İ ΟΔΟΣ Йод 한국 ❤\uFE0F inter\u00ADnational',
        body: {
          html: '<p title="x">one&nbsp;<b>two</b>&amp;three <ruby>東<rp>(</rp><rt>とう</rt></ruby>京</p>',
          list: ['カタカナ', 4, ['deep']],
          blocks: [
            { type: 'code', text: '<b>', language: 'html' },
            { type: 'gallery', images: [{ mediaId: 'm', alt: 'seen &amp;' }] },
            { type: 'embed', url: 'https://example.com/', title: '&amp;' },
          ],
          excerpt: '&amp;',
          socialTitle: '&amp;',
          socialPicture: { mediaId: 'm' },
        },
        thumbnail: { mediaId: 'm' },
      },
    },
  },
  { kind: 'banner', document: { name: 'first', status: 'published', values: {}, position: 1 } },
  {
    kind: 'news',
    document: { name: 'x', status: 'draft', values: { title: 'x', thumbnail: {} }, missing: ['values.body'] },
  },
  {
    kind: 'media',
    document: {
      ...{ name: 'film', type: 'video', mediaId: 'm', meta: {}, fileSize: 5, duration: 1.5 },
      ...{
        original: { sha256, ext: 'mp4' },
        poster: { sha256, ext: 'jpg' },
        bundle: { id: 'b', entry: 'x.m3u8' },
        about: { width: 320, height: 180 },
      },
    },
  },
];

/** Raised when something else is saved of a shelf. */
const layout = 2;

/**
 * A hash of how records are rendered and cut into words by this code with these addresses: a snapshot that was written by
 * other code is not used.
 */
export function fingerprintOf(media: MediaAddresses, ...others: readonly unknown[]): string {
  const hash = new Bun.SHA256();
  for (const { kind, document } of records) {
    const record = { kind, projectId: 'p', spaceId: 's', instanceId: 'i', id: 'x', links: [] };
    const rendered = renderItem({ ...record, document: JSON.stringify(document) }, media);
    const { json, text, short, ...rest } = rendered;
    const words: unknown[] = [];
    const searched = decodeText(text);
    const visitor = {
      word: (start: number, end: number) => void words.push(searched.slice(start, end)),
      pair: (first: number, second: number) => void words.push(first, second),
    };
    runAtOnce(tokenize(searched, visitor));
    hash.update(JSON.stringify([json.toString(), searched, short?.toString(), rest, words]));
  }
  return hash.update(JSON.stringify([layout, media, ...others])).digest('base64');
}

/** A searched text as it was before it was encoded. */
export function decodeText(text: EncodedText | undefined): string {
  return text?.bytes.toString(text.isWide ? 'utf16le' : 'latin1') ?? '';
}
