import { expect, test } from 'bun:test';
import { ruleOf, rules } from './rules.ts';

test.each(Object.entries(rules))('%s is recognised by its message', (rule, message) => {
  const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = Object.fromEntries(names.map((name, index) => [name, `v${index} of it`]));
  const text = message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  expect(ruleOf(text)).toEqual(names.length === 0 ? { rule } : { rule, values });
});

test('other messages state no rule', () => {
  for (const message of ['', 'missing', 'is missing!', 'send JSON, with content-type: application/json'])
    expect(ruleOf(message)).toBeUndefined();
});
