import { expect, test } from 'bun:test';
import { shortcodeOf } from './shortcodeOf.ts';

const html = (text: string) => shortcodeOf({ type: 'html', html: text });

test('the name and the attributes of a shortcode', () => {
  const given = '{&quot;0&quot;:&quot;7&quot;,&quot;title&quot;:&quot;A &amp;amp; &lt;b>&quot;}';
  expect(html(`<div data-shortcode="form" data-attributes="${given}"></div>`)).toEqual({
    ...{ name: 'form', isEnd: false },
    attributes: { 0: '7', title: 'A &amp; <b>' },
  });
  expect(html('<div data-shortcode="/form"></div>')).toEqual({ name: 'form', isEnd: true, attributes: {} });
});

test('anything else is none', () => {
  expect(html('<div data-shortcode="form">text</div>')).toBeUndefined();
  expect(html('<p>text</p>')).toBeUndefined();
  expect(shortcodeOf({ type: 'paragraph' })).toBeUndefined();
  expect(html('<div data-shortcode="form" data-attributes="[1"></div>')?.attributes).toEqual({});
  expect(html('<div data-shortcode="form" data-attributes="{&quot;a&quot;:1}"></div>')?.attributes).toEqual(
    {},
  );
});
