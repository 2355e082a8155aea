import type { Random } from './createRandom.ts';

/** Texts that have broken programs before, in a form that can be part of a target. */
const classics = [
  '%',
  '%0',
  '%zz',
  '%00',
  '%0d%0a',
  '%0d%0aSet-Cookie:%20a=b',
  '%ff',
  '%C0%AE%C0%AE',
  '%ED%A0%80',
  '%EF%BF%BD',
  '%EF%BB%BF',
  '%F0%9F%98%80',
  '%u0041',
  '..',
  '%2e%2e',
  '..%2f..%2f..%2fetc%2fpasswd',
  '....//....//etc/passwd',
  '..\\..\\windows\\win.ini',
  '\u00e9',
  '\u{1F600}',
  "'",
  "'%20OR%20'1'='1",
  '1;drop%20table%20records--',
  '%27)%20union%20select%20secret%20from%20credentials--',
  '"',
  '<script>alert(1)</script>',
  '$%7B7*7%7D',
  '{{7*7}}',
  '$(id)',
  '`id`',
  '|id',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-0',
  '0x10',
  '1e309',
  '9007199254740993',
  '(a+)+$',
  'a'.repeat(200),
  '%61'.repeat(100),
  ','.repeat(50),
  '&'.repeat(20),
  '=',
  '#',
  '*',
  '+',
  ';',
  '~',
  '[]',
  'a[b]=c',
];

/** An unusual text without spaces and control characters, which would end a target. */
export function oddText(random: Random): string {
  return random.weigh([
    [6, () => random.pick(classics)],
    [1, () => random.times(1 + random.below(20), () => String.fromCharCode(33 + random.below(94))).join('')],
    [
      1,
      () =>
        random
          .times(1 + random.below(10), () => `%${random.below(256).toString(16).padStart(2, '0')}`)
          .join(''),
    ],
    [
      1,
      () => random.times(1 + random.below(10), () => String.fromCharCode(0x80 + random.below(0x80))).join(''),
    ],
    [1, () => `${random.pick(classics)}${random.pick(classics)}`],
  ])();
}
