import { expect, test } from 'bun:test';
import { type Commit, judge, type NodeSeen } from './judge.ts';

const commit = (step: number, confirmedAt: number): Commit => ({
  step,
  confirmedAt,
  attempts: 1,
  wasThere: false,
});
const node = (steps: NodeSeen['steps'], since = 0): NodeSeen => ({ since, steps, backwards: [] });
const calm = { beganAt: 1e9, liftedAt: 1e9, concerns: [] };

test('the delay of a commit is that of the slowest node, even if a step was skipped', () => {
  const quick = node([
    [1, 105],
    [2, 205],
  ]);
  const slow = node([[2, 250]]);
  const { longestDelay, neverSeen } = judge([commit(1, 100), commit(2, 200)], [quick, slow], calm);
  expect({ longestDelay, neverSeen }).toEqual({ longestDelay: 150, neverSeen: 0 });
});

test('a commit that one node never shows is counted', () => {
  const nodes = [
    node([
      [1, 105],
      [2, 205],
    ]),
    node([[1, 105]]),
  ];
  expect(judge([commit(1, 100), commit(2, 200)], nodes, calm).neverSeen).toBe(1);
});

test('an outage excuses only the nodes that it concerns, and only until they have caught up', () => {
  const commits = [commit(1, 5000), commit(2, 21_000), commit(3, 30_000)];
  const late = node([
    [1, 5010],
    [2, 24_000],
    [3, 30_400],
  ]);
  const outage = { beganAt: 10_000, liftedAt: 20_000 };
  const whole = judge(commits, [late], { ...outage, concerns: [0] });
  expect(whole).toEqual({ longestDelay: 400, writingAgain: 1000, caughtUp: 4000, neverSeen: 0 });
  expect(judge(commits, [late], { ...outage, concerns: [1] }).longestDelay).toBe(3000);
});

test('a node that never catches up has no time of catching up', () => {
  const outage = { beganAt: 10_000, liftedAt: 20_000, concerns: [0] };
  const { caughtUp, neverSeen } = judge([commit(1, 21_000)], [node([])], outage);
  expect({ caughtUp, neverSeen }).toEqual({ caughtUp: Number.POSITIVE_INFINITY, neverSeen: 1 });
});

test('commits from before the first response of a node do not count against it', () => {
  const nodes = [node([[1, 110]]), node([[2, 500]], 490)];
  const { longestDelay, neverSeen } = judge([commit(1, 100)], nodes, calm);
  expect({ longestDelay, neverSeen }).toEqual({ longestDelay: 10, neverSeen: 0 });
});
