import { expect, test } from 'bun:test';
import { post } from '../testing/ghostExport.ts';
import { converted, jsonFile } from '../testing/importing.ts';
import { convertGhost, ungated } from './convertGhost.ts';

const siteUrl = 'https://blog.example.com/';
const none = { html: null, lexical: null, mobiledoc: null };
const convert = (...posts: readonly object[]) =>
  converted(convertGhost, jsonFile({ data: { posts } }), { siteUrl });

test('members-only parts of public posts are skipped and reported', async () => {
  const web = { nonMember: false, memberSegment: 'status:free' };
  const cards = [
    { type: 'html', html: '<p>Seen</p>', visibility: { web: { nonMember: true } } },
    { type: 'html', html: '<p>Secret</p>', visibility: { web, email: { memberSegment: '' } } },
    { type: 'html', html: '<p>Secret</p>', visibility: { showOnWeb: false, showOnEmail: true } },
  ];
  const lexical = JSON.stringify({ root: { type: 'root', children: cards } });
  const gate = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:-free" -->';
  const html = `<p>Seen</p>${gate}<p>Secret</p><!--kg-gated-block:end-->`;
  const { of, report } = await convert(
    post('a', 'A', { ...none, html }),
    post('b', 'B', { ...none, lexical }),
  );
  const blocks = [{ type: 'paragraph', text: 'Seen' }];
  expect(of('news')).toMatchObject([{ values: { body: { blocks } } }, { values: { body: { blocks } } }]);
  expect(JSON.stringify(of('news'))).not.toContain('Secret');
  expect(report.skipped).toMatchObject([{ what: 'part of a post', count: 3, examples: ['A', 'B', 'B'] }]);
});

test('a scaled picture is replaced by its original, and a picture without an extension is still a picture', async () => {
  const photo = 'https://images.unsplash.com/photo-1?w=2000';
  const html = `<img src="__GHOST_URL__/content/images/size/w600/2024/a.png">
    <img src="__GHOST_URL__/content/images/size/w600h400/format/webp/2024/a.png">`;
  const { of } = await convert(post('a', 'A', { ...none, html, feature_image: photo }));
  expect(of('media').map(({ accessUrl }) => accessUrl)).toEqual([
    'https://blog.example.com/content/images/2024/a.png',
    photo,
  ]);
  expect(of('news')).toMatchObject([{ values: { thumbnail: { mediaId: of('media')[1]?.['mediaId'] } } }]);
});

test('cards become what was written in them', async () => {
  const html = `<div class="kg-card kg-callout-card kg-callout-card-yellow"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind</div></div>
    <div class="kg-card kg-product-card"><h4 class="kg-product-card-title">Pen</h4><div class="kg-product-card-rating"><svg></svg></div>
    <div class="kg-product-card-description"><p>Writes</p></div><a class="kg-product-card-button" href="https://shop.example.com/"><span>Buy</span></a></div>
    <div class="kg-card kg-signup-card"><form><button>Subscribe</button><div>Email sent!</div></form></div>`;
  const { of, report } = await convert(post('a', 'A', { ...none, html }));
  expect(of('news')).toMatchObject([
    {
      values: {
        body: {
          blocks: [
            { type: 'callout', tone: 'warning', text: '💡 Mind' },
            { type: 'heading', text: 'Pen' },
            { type: 'paragraph', text: 'Writes' },
            { type: 'paragraph', text: '<a href="https://shop.example.com/">Buy</a>' },
          ],
        },
      },
    },
  ]);
  expect(report.skipped).toMatchObject([{ what: 'card', examples: ['A: signup'] }]);
});

test('percent-encoded slugs are decoded', async () => {
  const { of } = await convert(post('a', 'A', { ...none, slug: '%E6%97%A5' }));
  expect(of('news')).toMatchObject([{ alias: '日' }]);
});

const members = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free,status:-free" -->';
const visitors = '<!--kg-gated-block:begin nonMember:true memberSegment:"" -->';
const end = '<!--kg-gated-block:end-->';

test.each([
  ['<p>For all</p>', '<p>For all</p>', 0],
  [`a${members}secret${end}b${members}secret${end}c`, 'abc', 2],
  [`a${visitors}b${end}c`, 'abc', 0],
  [`a${members}secret, and never ended`, 'a', 1],
  [`a${members}secret${visitors}b${end}c`, 'abc', 1],
  ['a<!-- kg-gated-block:begin memberSegment:"x" -->secret<!-- kg-gated-block:end -->b', 'ab', 1],
])('gated content: %s', (html, seen, count) => {
  let skipped = 0;
  expect(ungated(html, () => skipped++)).toBe(seen);
  expect(skipped).toBe(count);
});
