import { expect, test } from 'bun:test';
import { purgeStyles } from './purgeStyles.ts';

const purge = (styles: string) => purgeStyles(styles, 'const classes={root:"m_aa11"}');

test('rules of components that no script mentions are removed, wherever they are', () => {
  expect(purge('.m_aa11{color:red}.m_bb22{color:red}')).toBe('.m_aa11{color:red}');
  expect(purge('@layer mantine{.m_bb22:hover{a:b}.m_aa11 .m_bb22{a:b}p,.m_bb22{a:b}}')).toBe(
    '@layer mantine{p{a:b}}',
  );
  expect(purge('@media (width<1em){.m_bb22{a:b}}')).toBe('');
});

test('what is for text from right to left is removed', () => {
  const list = ':lang(ae),:lang(ar)';
  const start = `.m_aa11:not(:-webkit-any(${list})){left:0}.m_aa11:not(:-moz-any(${list})){left:0}.m_aa11:not(:is(${list})){left:0}`;
  const end = `.m_aa11:-webkit-any(${list}){right:0}.m_aa11:-moz-any(${list}){right:0}.m_aa11:is(${list}){right:0}`;
  expect(purge(start + end)).toBe('.m_aa11{left:0}');
  expect(purge(':where([dir=rtl]) .m_aa11{a:b}p:not(:is(:lang(ae),:lang(ar))):hover{a:b}')).toBe(
    'p:hover{a:b}',
  );
});

test('everything else stays as it is', () => {
  for (const kept of [
    '@layer mantine,vendor;',
    '@keyframes m_bb22{from{opacity:0}}',
    '.m_aa11:not(.m_bb22){a:b}',
    ':where(.m_bb22,.m_aa11){a:b}',
    '.own{content:"} .m_bb22 {"}',
    '.a\\:b{a:b}',
    ':lang(ja) :is(h1,h2){a:b}',
  ])
    expect(purge(kept)).toBe(kept);
});
