import { expect, test } from 'bun:test';
import { attacks } from '../../../html/testing/attacks.ts';
import { type BodyNode, bodyTree, inlineTree } from './bodyTree.ts';

test('each block has its elements, as plain data with names as in JSX', () => {
  const blocks = [
    { type: 'heading', level: 2, text: 'Why <em>not</em>' },
    { type: 'unknown' },
    { type: 'paragraph', text: '' },
    { type: 'code', text: '<b>', language: 'js' },
    { type: 'table', rows: [['a']], caption: 'Doses' },
    { type: 'html', html: '<table>\n<tr>\n<td colspan="2">x</td></tr></table>' },
    { type: 'embed', url: 'https://vimeo.com/1' },
  ];
  const tree = bodyTree({ blocks }, { headings: { shift: 1 } }) ?? [];
  expect(tree.map(({ block }) => block.type)).toEqual(['heading', 'code', 'table', 'html', 'embed']);
  expect(tree[0]).toEqual({
    block: { type: 'heading', level: 2, text: 'Why <em>not</em>' },
    nodes: [
      {
        tag: 'h3',
        props: { id: 'why-not' },
        children: ['Why ', { tag: 'em', props: {}, children: ['not'] }],
      },
    ],
  });
  const code = { tag: 'code', props: { className: 'language-js' }, children: ['<b>'] };
  expect(tree[1]?.nodes).toEqual([{ tag: 'pre', props: {}, children: [code] }]);
  expect(tree[2]?.nodes).toMatchObject([
    { props: { className: 'block-table', role: 'group', tabIndex: 0, 'aria-label': 'Doses' } },
  ]);
  const cell = { tag: 'td', props: { colSpan: 2 }, children: ['x'] };
  const rows = [{ tag: 'tbody', children: [{ tag: 'tr', children: [cell] }] }];
  expect(tree[3]?.nodes).toMatchObject([{ tag: 'table', children: rows }]);
  expect(tree[4]?.nodes).toMatchObject([{ props: { 'data-provider': 'vimeo' } }]);
  expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
  expect(bodyTree({ html: '' })).toBeUndefined();
});

test('a line of inline HTML', () => {
  expect(inlineTree('a <b onclick="x()">b</b><div>c</div>')).toEqual([
    'a ',
    { tag: 'b', props: {}, children: ['b'] },
    'c',
  ]);
});

test('nothing unsafe is left, wherever it was', () => {
  const trees = attacks.flatMap((html) => [
    ...(bodyTree({ blocks: [{ type: 'html', html }] }) ?? []).flatMap(({ nodes }) => nodes),
    ...inlineTree(html),
  ]);
  expect(trees.length).toBeGreaterThan(20);
  expect(trees.flatMap(faultsOf)).toEqual([]);
});

/** What could run code, wherever it is in a tree. */
function faultsOf(node: BodyNode): string[] {
  if (typeof node === 'string') return [];
  const { tag, props, children } = node;
  const isWrong = /^(script|style|svg|math|template|object|embed|form|iframe)$/.test(tag);
  const wrong = Object.entries(props).filter(
    ([name, value]) =>
      /^(on|style$|dangerously|srcDoc$)/i.test(name) || /^\s*(javascript|data|vbscript):/i.test(`${value}`),
  );
  return [
    ...(isWrong ? [tag] : []),
    ...wrong.map(([name]) => `${tag} ${name}`),
    ...children.flatMap(faultsOf),
  ];
}
