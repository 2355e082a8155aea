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

test('everything else stays as it is', () => {
  for (const kept of [
    '@layer mantine,vendor;',
    '@keyframes m_bb22{from{opacity:0}}',
    '.m_aa11:not(.m_bb22){a:b}',
    ':where(.m_bb22,.m_aa11){a:b}',
    '.own{content:"} .m_bb22 {"}',
    '.a\\:b{a:b}',
  ])
    expect(purge(kept)).toBe(kept);
});
