import { expect, test } from 'bun:test';
import { bodyLinkFaults } from './contentRules.ts';

const paths = (...blocks: readonly object[]) => bodyLinkFaults({ blocks }).map(({ path }) => path);

test('links that run something are refused wherever they stand in a block', () => {
  const bad = [
    { type: 'image', mediaId: 'm', link: 'javascript:alert(1)' },
    { type: 'gallery', images: [{ url: 'https://example.com/a.png' }, { url: 'data:text/html,x' }] },
    { type: 'paragraph', text: 'a <a href="javascript:alert(1)">b</a>' },
    { type: 'paragraph', text: "<a title=x href='java\tscript:alert(1)'>b</a>" },
    { type: 'paragraph', text: '<a href=" &#106;avascript&#58;alert(1)">b</a>' },
    { type: 'quote', text: '', cite: '<a HREF=vbscript:x>b</a>' },
    { type: 'list', items: [{ text: '', list: { items: [{ text: '<a href="JAVASCRIPT:x">' }] } }] },
    { type: 'embed', url: ' javascript:alert(1)' },
    { type: 'paragraph', text: '<a href="javascript:alert(1)' },
    { type: 'paragraph', text: '<textarea><svg xlink:href="javascript:x"></svg>' },
  ];
  expect(paths(...bad)).toEqual([
    'values.body.blocks[0].link',
    'values.body.blocks[1].images[1].url',
    'values.body.blocks[2].text',
    'values.body.blocks[3].text',
    'values.body.blocks[4].text',
    'values.body.blocks[5].cite',
    'values.body.blocks[6].items[0].list.items[0].text',
    'values.body.blocks[7].url',
    'values.body.blocks[8].text',
    'values.body.blocks[9].text',
  ]);
});

test('other links are not, nor what is no link', () => {
  const good = [
    { type: 'image', link: '/sale', url: 'HTTPS://example.com/a:b.png' },
    {
      type: 'paragraph',
      text: '<a href="mailto:a@b.c">a</a> <a href="/a:b">b</a> <a href="#x">c</a> javascript: is a word',
    },
    { type: 'paragraph', text: '<a href="?a=b:c">a</a><a href="tel:+811">b</a><a href="story.html">c</a>' },
    {
      type: 'paragraph',
      text: '&lt;a href="javascript:x"&gt; and href=”http://example.com/”, or href=javascript:x',
    },
    { type: 'paragraph', text: 'a <!-- <a href="javascript:x"> --> b' },
    { type: 'code', text: '<a href="javascript:x">' },
    { type: 'html', html: '<a href="javascript:x">' },
  ];
  expect(paths(...good)).toEqual([]);
  expect(bodyLinkFaults({ text: '<a href="javascript:x">' })).toEqual([]);
  expect(bodyLinkFaults(undefined)).toEqual([]);
});
