import { readdirSync, readFileSync } from 'node:fs';
import type { MailCounts } from '../../mail/startMailer.ts';
import type { SenderCounts } from '../../webhooks/startSender.ts';
import type { HandledRequest } from '../createManagement.ts';
import { counter, gauge, Histogram, histogram, type Metric, type Metrics } from './Metric.ts';
import { watchEventLoop } from './watchEventLoop.ts';

/** What is read when metrics are collected. */
type Watched = {
  readonly isReady: boolean;
  /** Whether the store was replaced while in use. */
  readonly isReplaced: boolean;
  readonly webhooks: SenderCounts | undefined;
  readonly mails: MailCounts | undefined;
  readonly uploads: { readonly receiving: number; readonly processing: number };
  /** How often processes were restarted, by kind. */
  readonly restarts: Readonly<Record<string, number>>;
};

const writeBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Creates the metrics of the parent process, which has the management listener and watches the whole node. */
export function createParentMetrics(program: Readonly<Record<string, string>>) {
  const requests = new Map<string, { readonly area: string; readonly status: number; count: number }>();
  const writes = new Histogram(writeBounds);
  const processes = watchProcesses();
  const eventLoop = watchEventLoop('main');
  return {
    countRequest({ area, response: { status } }: HandledRequest): void {
      const key = `${area} ${status}`;
      const tally = requests.get(key) ?? { area, status, count: 0 };
      requests.set(key, tally);
      tally.count++;
    },
    countWrite: (seconds: number) => writes.observe(seconds),
    metrics({ isReady, isReplaced, webhooks, mails, uploads, restarts }: Watched): Metrics {
      return [
        gauge('newsstand_build_info', buildHelp, [{ value: 1, labels: { ...program, bun: Bun.version } }]),
        gauge('newsstand_ready', readyHelp, isReady ? 1 : 0),
        gauge('newsstand_store_replaced', replacedHelp, isReplaced ? 1 : 0),
        histogram('newsstand_store_write_seconds', writeHelp, [[{}, writes]]),
        counter(
          'newsstand_management_requests_total',
          'Requests to the management listener, by area and status.',
          Array.from(requests.values(), ({ area, status, count }) => ({
            value: count,
            labels: { area, status },
          })),
        ),
        gauge(
          'newsstand_uploads',
          'Uploads in progress, by state.',
          Object.entries(uploads).map(([state, value]) => ({ value, labels: { state } })),
        ),
        counter(
          'newsstand_process_restarts_total',
          'Processes that ended unexpectedly and were started again, by kind.',
          Object.entries(restarts).map(([kind, value]) => ({ value, labels: { process: kind } })),
        ),
        eventLoop.metric(),
        ...processes.metrics(),
        ...(webhooks === undefined ? [] : webhookMetrics(webhooks)),
        ...(mails === undefined ? [] : mailMetrics(mails)),
      ];
    },
  };
}

const buildHelp = 'Always 1; the versions of this program and of its runtime are labels.';
const readyHelp = '1 if every worker serves and the store can be written, as /readyz says.';
const replacedHelp =
  '1 if the files of the store were replaced or removed while in use, so that nothing more is written.';
const writeHelp =
  'Time of a transaction that writes, with the time it waits for others, in seconds; by operators and this node.';

/** Only the node that calls webhooks reports what is pending. */
function webhookMetrics({
  delivered,
  failed,
  pending,
  oldestPendingSeconds,
}: SenderCounts): readonly Metric[] {
  const calls = [
    { value: delivered, labels: { result: 'delivered' } },
    { value: failed, labels: { result: 'failed' } },
  ];
  const oldestHelp = 'How long the oldest pending call of a webhook has been waiting, in seconds.';
  return [
    counter('newsstand_webhook_calls_total', 'Calls of webhooks by this node, by result.', calls),
    gauge('newsstand_webhook_pending', 'Calls of webhooks that are still to be made.', pending),
    gauge('newsstand_webhook_oldest_pending_seconds', oldestHelp, oldestPendingSeconds, 'max'),
  ];
}

/** What is pending is the same on all nodes: each of them may send it. */
function mailMetrics(counts: MailCounts): readonly Metric[] {
  const { sent, failed, givenUp, pending, oldestPendingSeconds } = counts;
  const results = Object.entries({ sent, failed, given_up: givenUp });
  return [
    counter(
      'newsstand_mails_total',
      'Mails by this node, by result: sent, failed attempts, and given up for good.',
      results.map(([result, value]) => ({ value, labels: { result } })),
    ),
    gauge('newsstand_mail_pending', 'Mails that are still to be sent.', pending, 'max'),
    gauge(
      'newsstand_mail_oldest_pending_seconds',
      'How long the oldest pending mail has been waiting, in seconds.',
      oldestPendingSeconds,
      'max',
    ),
  ];
}

/** A process of this service. */
type Found = {
  readonly pid: number;
  readonly parent: number;
  /** The processor time of it and of its children that have ended. */
  readonly seconds: number;
};

/** The kernel counts time in hundredths of a second, whatever its own clock is. */
const ticksPerSecond = 100;

/**
 * Creates the metrics of all processes of a service, with those that render pictures and process uploads. Where the system has
 * no `/proc`, they are about this process alone.
 */
export function watchProcesses(root: number = process.pid): { metrics(): readonly Metric[] } {
  let most = 0;
  return {
    metrics() {
      const family = familyOf(root, readProcesses());
      const used = family.length === 0 ? ownUse() : useOf(family);
      // A process may end between two looks; then its time is found with its parent the next time.
      most = Math.max(most, used.seconds);
      return [
        counter('process_cpu_seconds_total', 'Processor time of all processes together, in seconds.', most),
        gauge(
          'process_resident_memory_bytes',
          'Resident memory of all processes together, in bytes.',
          used.memory,
        ),
        gauge(
          'process_start_time_seconds',
          'When the service started, in seconds since 1970.',
          performance.timeOrigin / 1000,
        ),
        ...fileMetrics(family),
      ];
    },
  };
}

/** A family that has just started may have used no time that the kernel counts; that is no reason to tell of this process. */
function useOf(family: readonly Found[]) {
  const seconds = family.reduce((sum, each) => sum + each.seconds, 0);
  return { seconds, memory: family.reduce((sum, { pid }) => sum + memoryOf(pid), 0) };
}

function ownUse() {
  const { user, system } = process.cpuUsage();
  return { seconds: (user + system) / 1e6, memory: process.memoryUsage.rss() };
}

/** The limit is one for each process, so what counts is the process with the most open files. */
function fileMetrics(family: readonly Found[]): readonly Metric[] {
  const open = Math.max(0, ...family.map(({ pid }) => filesOf(pid)));
  const limit = /^Max open files +(\d+)/m.exec(read('/proc/self/limits'))?.[1];
  if (open === 0 || limit === undefined) return [];
  return [
    gauge('process_open_fds', 'Open files of the process that has the most.', open),
    gauge('process_max_fds', 'How many files one process may open.', Number(limit)),
  ];
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has ended, or belongs to somebody else.
    return '';
  }
}

/** Parents come before their children, so that no time counts twice. */
function familyOf(root: number, all: ReadonlyMap<number, Found>): readonly Found[] {
  const first = all.get(root);
  const family = first === undefined ? [] : [first];
  for (const { pid } of family) for (const each of all.values()) if (each.parent === pid) family.push(each);
  return family;
}

/** All processes of this machine or container, the oldest first. */
function readProcesses(): ReadonlyMap<number, Found> {
  const found = new Map<number, Found>();
  for (const name of listOf('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = read(`/proc/${pid}/stat`);
    // The name of a program may hold anything, even parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.length < 15) continue;
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    found.set(pid, { pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond });
  }
  return found;
}

function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function filesOf(pid: number): number {
  return listOf(`/proc/${pid}/fd`).length;
}

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
