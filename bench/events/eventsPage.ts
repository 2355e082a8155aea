import { median } from '../median.ts';
import { table } from '../report/table.ts';
import type { Delays } from './commitToSubscribers.ts';
import type { Idle, Waits } from './readersBeside.ts';

/** The results of the bench of events. */
export type EventsResults = {
  readonly provenance: string;
  readonly items: number;
  readonly idle: readonly Idle[];
  readonly waits: readonly Waits[];
  /** How long each situation lasted. */
  readonly seconds: number;
  readonly subscribers: number;
  readonly delays: Delays;
};

const milliseconds = (value = 0, digits = 1) => `${value.toFixed(digits)} ms`;

/** The page of results. */
export function eventsPage({
  provenance,
  items,
  idle,
  waits,
  seconds,
  subscribers,
  delays,
}: EventsResults): string {
  const [none] = idle;
  const row = (what: string, taken: readonly number[], aim: string) => {
    return [what, `${taken.length}`, milliseconds(median(taken)), milliseconds(Math.max(...taken)), aim];
  };
  return `# Events

${provenance}. ${items.toLocaleString('en')} items; the service, the readers and the subscribers share the machine. Written by
\`npm run bench:events\`.

## Idle subscribers

Connections to one worker that hear nothing but a heartbeat every 15 seconds. Memory is that of all processes of the service, as
the kernel counts it (PSS); CPU is the share of one core over ${seconds} seconds. The aim is under 100 MB for 5,000.

${table(
  ['subscribers', 'memory', 'more than without', 'CPU'],
  idle.map(({ subscribers: count, megabytes, cpuShare }) => [
    count.toLocaleString('en'),
    `${megabytes.toFixed(0)} MB`,
    `${(megabytes - (none?.megabytes ?? 0)).toFixed(1)} MB`,
    `${(cpuShare * 100).toFixed(1)} %`,
  ]),
)}
## Readers beside them

1,000 requests per second for one item, for ${seconds} seconds each, one situation after the other; times count from the moment a request
was due. The aim is that readers notice nothing. The first row and the last are the same: their difference is the noise. To tell
something to all of them takes time of both cores, since the subscribers run on the same machine.

${table(
  ['situation', 'p50', 'p99', 'longest'],
  waits.map(({ situation, p50, p99, worst }) => [
    situation,
    milliseconds(p50, 2),
    milliseconds(p99, 2),
    milliseconds(worst),
  ]),
)}
## From a change to the last subscriber

Three nodes on one PostgreSQL with a synchronous standby, which one of them follows, and ${subscribers.toLocaleString('en')} subscribers spread over them, in one process.

${table(
  ['from', 'times', 'median', 'worst', 'aim'],
  [
    row('the commit', delays.fromCommit, 'under 300 ms'),
    row('the start of the write', delays.fromStart, ''),
    row('the millisecond at which an item opens by the clock', delays.fromOpening, 'under 300 ms'),
  ],
)}`;
}
