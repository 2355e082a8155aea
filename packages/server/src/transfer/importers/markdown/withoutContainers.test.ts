import { expect, test } from 'bun:test';
import { withoutContainers } from './withoutContainers.ts';

test.each([
  [':::note\n\nText\n\n:::', '\n\nText\n\n'],
  ['::: tip Read this {.x}\nText\n:::', '\n**Read this**\n\nText\n'],
  [':::warning[Take care]\nText\n:::', '\n**Take care**\n\nText\n'],
  ['```\n:::note\n:::\n```', '```\n:::note\n:::\n```'],
  ['a ::: b', 'a ::: b'],
])('%s', (written, meant) => {
  expect(withoutContainers(written)).toBe(meant);
});
