import { table } from '../report/table.ts';
import type { Outcome } from './Outcome.ts';

const head = [
  'what fails',
  'for',
  'requests',
  'failed',
  'of these too late',
  'p50, p99, longest response',
  'longest for a constant',
  'longest pause of the machine',
  'commits',
  'lost',
  'longest from commit to all nodes',
  'first commit after',
  'all caught up after',
  'nodes and database agree',
  'went back',
  'memory',
];

/** The outcomes of all faults as a table in Markdown. */
export function outcomesTable(outcomes: readonly Outcome[]): string {
  return table(head, outcomes.map(rowOf));
}

function rowOf(outcome: Outcome): string[] {
  const { p50, p99, slowest } = outcome;
  return [
    outcome.title,
    `${outcome.seconds.toFixed(0)} s`,
    outcome.requests.toLocaleString('en'),
    `${outcome.failed}`,
    `${outcome.tooLate}`,
    `${p50.toFixed(1)}, ${p99.toFixed(1)}, ${slowest.time.toFixed(0)} ms`,
    `${outcome.longestConstant.toFixed(0)} ms`,
    `${outcome.ownPause.toFixed(0)} ms`,
    `${outcome.commits}`,
    `${outcome.lost}`,
    milliseconds(outcome.longestDelay),
    milliseconds(outcome.writingAgain),
    milliseconds(outcome.caughtUp),
    outcome.agree ? 'yes' : '**no**',
    outcome.backwards ? '**yes**' : 'no',
    `${outcome.megabytes.toFixed(0)} MB`,
  ];
}

function milliseconds(value: number | undefined): string {
  if (value === undefined) return '–';
  return Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'never';
}

/** The notes, one line per fault. */
export function notesList(outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap(({ title, notes, retried, foundOut, slowest, beganAt }) => {
    const after = ((slowest.at - beganAt) / 1000).toFixed(1);
    const longest = `the longest response came from node ${slowest.node + 1}, ${after} s after the start of the outage`;
    const writes =
      retried === 0 ? [] : [`${retried} transaction(s) retried, ${foundOut} of them found committed`];
    const all = [...notes, ...writes, longest];
    return [`- ${title}: ${all.join('; ')}.`];
  });
  return `${lines.join('\n')}\n`;
}
