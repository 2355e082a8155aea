import { expect, test } from 'bun:test';
import { isLive, type State, stateAt, type Timed, visibilityOf } from './visibility.ts';

const cases: [string, Timed, [number, State][]][] = [
  ['published', { status: 'published' }, [[0, 'live']]],
  ['draft', { status: 'draft' }, [[0, 'draft']]],
  [
    'draft with a reservation',
    { status: 'draft', reservedAt: 10 },
    [
      [9, 'scheduled'],
      [10, 'live'],
    ],
  ],
  [
    'a reservation decides over the status',
    { status: 'published', reservedAt: 10 },
    [
      [9, 'scheduled'],
      [10, 'live'],
    ],
  ],
  [
    'opening',
    { status: 'published', openingAt: 10 },
    [
      [9, 'scheduled'],
      [10, 'live'],
    ],
  ],
  [
    'closing',
    { status: 'published', closingAt: 10 },
    [
      [9, 'live'],
      [10, 'closed'],
    ],
  ],
  [
    'all three',
    { status: 'draft', reservedAt: 5, openingAt: 10, closingAt: 20 },
    [
      [5, 'scheduled'],
      [10, 'live'],
      [20, 'closed'],
    ],
  ],
  [
    'closing before opening',
    { status: 'published', openingAt: 20, closingAt: 10 },
    [
      [5, 'closed'],
      [15, 'closed'],
      [25, 'closed'],
    ],
  ],
  ['draft that would be open', { status: 'draft', openingAt: 1, closingAt: 9 }, [[5, 'draft']]],
  ['things without a status', {}, [[0, 'live']]],
];

for (const [name, item, moments] of cases) {
  test(`visibility: ${name}`, () => {
    for (const [at, state] of moments) {
      expect(stateAt(visibilityOf(item), at)).toBe(state);
      expect(isLive(visibilityOf(item), at)).toBe(state === 'live');
    }
  });
}
