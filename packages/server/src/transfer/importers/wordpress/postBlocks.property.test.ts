import { expect, test } from 'bun:test';
import { renderBody } from '@newsstand/client/body';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { descendants, type HtmlElement, type HtmlNode, parseHtml, textOf } from '../shared/html/parseHtml.ts';
import { converted } from '../testing/importing.ts';
import { type Attachment, somePost } from '../testing/posts.ts';
import { item, wxr } from '../testing/wxr.ts';
import { xmlFile } from '../testing/xmlFile.ts';
import { convertWordPress } from './convertWordPress.ts';

/** What readers of a post see: its blocks as the client renders them. */
async function seenOf(content: string, attachments: readonly Attachment[]) {
  const files = attachments.map(({ id, src, alt, caption }) =>
    item({
      ...{ id, type: 'attachment', status: 'inherit', fileUrl: src, excerpt: caption },
      meta: { _wp_attachment_image_alt: alt },
    }),
  );
  const post = item({ id: '7', title: 'A', content });
  const { of } = await converted(convertWordPress, xmlFile(wxr([post, ...files])));
  const urls = new Map(of('media').map(({ mediaId, accessUrl }) => [mediaId, String(accessUrl)]));
  const body = Object.entries(Object(of('news')[0]?.['values'])).find(([name]) => name === 'body')?.[1];
  const html = renderBody(body, {
    picture: ({ mediaId, url }) => ({ src: urls.get(mediaId) ?? url ?? '' }),
  });
  const page = parseHtml(html ?? '');
  const all = [...descendants(page)];
  return {
    text: withoutSpace(textOf(withoutCode(page))),
    code: all.filter(({ name }) => name === 'pre').map((each) => textOf(each).trimEnd()),
    pictures: all
      .filter(({ name }) => name === 'img')
      .map(({ attributes }) => ({ src: attributes.get('src') ?? '', alt: attributes.get('alt') ?? '' })),
  };
}

function withoutCode(element: HtmlElement): HtmlElement {
  const children = element.children.flatMap((node): readonly HtmlNode[] => {
    if (typeof node === 'string') return [node];
    return node.name === 'pre' ? [] : [withoutCode(node)];
  });
  return { ...element, children };
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

test.each(['blocks', 'classic'] as const)(
  'text, code and pictures of any post survive: %s',
  async (editor) => {
    await fc.assert(
      fc.asyncProperty(somePost, async (written) => {
        const { text = '', code = [], pictures = [], attachments = [] } = written;
        fc.pre(new Set(attachments.map(({ id }) => id)).size === attachments.length);
        expect(await seenOf(written[editor], attachments)).toEqual({
          text,
          code: [...code],
          pictures: pictures.map(({ src, alt }) => ({ src, alt })),
        });
      }),
      { numRuns: runs(200) },
    );
  },
);
