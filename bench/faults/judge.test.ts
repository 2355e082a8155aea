import { expect, test } from 'bun:test';
import { type Answer, type Commit, judge, type NodeSeen, slowReads } from './judge.ts';
import { summed } from './runFault.ts';

const commit = (step: number, confirmedAt: number): Commit => ({
  step,
  confirmedAt,
  attempts: 1,
  wasThere: false,
});
const node = (steps: NodeSeen['steps'], since = 0): NodeSeen => ({ since, steps, backwards: [] });
const calm = { warmAt: 0, beganAt: 1e9, liftedAt: 1e9, concerns: [] };

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
  const outage = { warmAt: 0, beganAt: 10_000, liftedAt: 20_000 };
  const whole = judge(commits, [late], { ...outage, concerns: [0] });
  expect(whole).toEqual({ longestDelay: 400, writingAgain: 1000, caughtUp: 4000, neverSeen: 0 });
  expect(judge(commits, [late], { ...outage, concerns: [1] }).longestDelay).toBe(3000);
});

test('how soon a commit is shown is measured only once all processes are warm, but it must be shown', () => {
  const seen = node([
    [1, 2100],
    [2, 3040],
  ]);
  const commits = [commit(1, 100), commit(2, 3000), commit(3, 4000)];
  const { longestDelay, neverSeen } = judge(commits, [seen], { ...calm, warmAt: 3000 });
  expect({ longestDelay, neverSeen }).toEqual({ longestDelay: 40, neverSeen: 1 });
  expect(judge(commits, [seen], { ...calm, warmAt: 100 }).longestDelay).toBe(2000);
});

test('a node that never catches up has no time of catching up', () => {
  const outage = { warmAt: 0, beganAt: 10_000, liftedAt: 20_000, concerns: [0] };
  const { caughtUp, neverSeen } = judge([commit(1, 21_000)], [node([])], outage);
  expect({ caughtUp, neverSeen }).toEqual({ caughtUp: Number.POSITIVE_INFINITY, neverSeen: 1 });
});

test('commits from before the first response of a node do not count against it', () => {
  const nodes = [node([[1, 110]]), node([[2, 500]], 490)];
  const { longestDelay, neverSeen } = judge([commit(1, 100)], nodes, calm);
  expect({ longestDelay, neverSeen }).toEqual({ longestDelay: 10, neverSeen: 0 });
});

/** A response that came at a time, after so many milliseconds. */
const answer = (at: number, time: number): Answer => ({ at, time, node: 0 });

test('a read that takes much longer than a constant at the same time is too late', () => {
  const constants = [answer(1000, 2), answer(1200, 3), answer(1400, 2)];
  const justInTime = answer(1300, 253);
  const late = answer(1300, 254);
  expect(slowReads([justInTime, late], constants)).toEqual([late]);
});

test('a busy machine is not blamed on the service, but only while it is busy', () => {
  const constants = [answer(1000, 2), answer(2000, 800), answer(3000, 2)];
  const whileBusy = answer(1900, 700);
  const before = answer(1100, 700);
  const after = answer(3500, 700);
  expect(slowReads([before, whileBusy, after], constants)).toEqual([before, after]);
});

test('other slow reads of the service explain nothing', () => {
  const reads = [answer(1000, 400), answer(2000, 251)];
  expect(slowReads(reads, [])).toEqual(reads);
});

test('reads that came too late are failed ones, and break a promise', () => {
  const report = {
    ...{ requests: 1000, notModified: 0, failed: 2, failures: ['503'], p50: 1, p99: 2, ownPause: 0 },
    ...{ slowest: answer(1300, 300), late: [answer(1300, 300), answer(1300, 100)] },
    ...{ reference: [answer(1200, 3)], nodes: [node([[1, 105]])] },
  };
  const commits = [commit(1, 100)];
  const { failed, tooLate, broken } = summed(report, { commits }, calm, []);
  expect({ failed, tooLate, broken }).toEqual({
    failed: 3,
    tooLate: 1,
    broken: ['2 requests failed: 503', '1 responses took over 250 ms longer than the machine explains'],
  });
  const busy = summed({ ...report, failed: 0, reference: [answer(1200, 60)] }, { commits }, calm, []);
  expect(busy).toMatchObject({ failed: 0, tooLate: 0, longestConstant: 60, broken: [] });
});
