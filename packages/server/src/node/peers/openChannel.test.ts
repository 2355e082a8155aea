import { expect, test } from 'bun:test';
import { createReplayFilter } from './openChannel.ts';

test('each message of a sender is new once, and an older one is not', () => {
  const isNew = createReplayFilter();
  const asked: [string, number][] = [
    ['a', 1],
    ['a', 1],
    ['a', 3],
    ['a', 2],
    ['b', 2],
    ['b', 2],
    ['a', 4],
  ];
  const answers = asked.map(([sender, sequence]) => isNew({ sender, sequence }));
  expect(answers).toEqual([true, false, true, false, true, false, true]);
});

test('a thousand senders are remembered, those that spoke last', () => {
  const isNew = createReplayFilter();
  isNew({ sender: 'silent', sequence: 9 });
  isNew({ sender: 'busy', sequence: 1 });
  for (let number = 0; number < 998; number++) isNew({ sender: `${number}`, sequence: 1 });
  expect(isNew({ sender: 'busy', sequence: 2 })).toBe(true);
  expect(isNew({ sender: 'silent', sequence: 9 })).toBe(false);
  for (const sender of ['one more', 'another']) isNew({ sender, sequence: 1 });
  expect(isNew({ sender: 'busy', sequence: 2 })).toBe(false);
  expect(isNew({ sender: '1', sequence: 1 })).toBe(false);
  expect(isNew({ sender: 'silent', sequence: 9 })).toBe(true);
});
