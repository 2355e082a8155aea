import { expect, test } from 'bun:test';
import { z } from 'zod';
import { broken, brokenRuleSchema, faultAt } from './rules.ts';

test('a message holds its values, as they are and once', () => {
  expect(faultAt('name', 'characters_range', { least: 1, most: 255 })).toEqual({
    path: 'name',
    rule: 'characters_range',
    values: { least: 1, most: 255 },
    message: 'must be 1 to 255 characters, after trimming',
  });
  expect(broken('missing')).toEqual({ rule: 'missing', message: 'is missing' });
  expect(broken('not_kind', { names: '{name}', name: '$&' }).message).toBe(
    "must be one of {name}; did you mean '$&'?",
  );
});

test('only known rules are read from elsewhere', () => {
  const brokenRule = brokenRuleSchema(z);
  expect(brokenRule.safeParse(broken('no_item', { item: 'tag' })).success).toBe(true);
  expect(brokenRule.safeParse({ rule: 'toString', message: '' }).success).toBe(false);
});

// @ts-expect-error A value is missing.
broken('characters_range', { least: 1 });
// @ts-expect-error It has no values.
broken('missing', { least: 1 });
