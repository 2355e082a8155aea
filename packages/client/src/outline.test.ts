import { expect, test } from 'bun:test';
import { outline } from './outline.ts';

const heading = (level: number, text: string, id?: string) => ({ type: 'heading', level, text, id });

test('headings nest by their levels, wherever they are', () => {
  const html = '<p>x</p><h3 class="a">Two &amp; <em>a half</em></h3><div><h2>見出し</h2></div>';
  const blocks = [heading(2, 'One'), heading(4, 'Deep'), { type: 'html', html }, heading(1, 'Top', 'up')];
  expect(outline({ blocks })).toEqual([
    {
      ...{ id: 'one', text: 'One', level: 2 },
      children: [
        { id: 'deep', text: 'Deep', level: 4, children: [] },
        { id: 'two-a-half', text: 'Two & a half', level: 3, children: [] },
      ],
    },
    { id: '見出し', text: '見出し', level: 2, children: [] },
    { id: 'up', text: 'Top', level: 1, children: [] },
  ]);
});

test('a prefix keeps them apart from other IDs on the page', () => {
  expect(outline({ blocks: [heading(2, 'Search')] }, { idPrefix: 'text-' })[0]?.id).toBe('text-search');
});

test('nothing to show, nothing in the outline', () => {
  expect(outline({ blocks: [heading(2, ' <b></b>'), heading(2, '<script>x</script>')] })).toEqual([]);
  expect(outline({ html: '<h2>x</h2>' })).toEqual([]);
  expect(outline(undefined)).toEqual([]);
});

test.each([
  ['comments', '<!-- > <h2>no</h2> --><h2>yes</h2>'],
  ['attributes', '<p title="<h2>no</h2>">x</p><h2 title=">">yes</h2>'],
  ['scripts', '<script>"<h2>no</h2>"</script><h2>yes</h2>'],
  ['what is not closed', '<h2>yes<h3>'],
  ['what is closed by another', '<h3>yes</h2> no'],
  ['a wrapped text', '<h2><div><p>yes</p></div></h2>'],
])('%s do not mislead it', (_, html) => {
  expect(outline({ blocks: [{ type: 'html', html }] }).map(({ text }) => text)).toEqual(['yes']);
});
