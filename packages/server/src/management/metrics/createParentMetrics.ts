import type { SenderCounts } from '../../webhooks/startSender.ts';
import type { HandledRequest } from '../createManagement.ts';
import { counter, gauge, Histogram, histogram, type Metric, type Metrics } from './Metric.ts';
import { watchProcesses } from './processMetrics.ts';
import { watchEventLoop } from './watchEventLoop.ts';

/** What is read when metrics are collected. */
type Watched = {
  readonly isReady: boolean;
  /** Whether the store was replaced while in use. */
  readonly isReplaced: boolean;
  readonly webhooks: SenderCounts | undefined;
  readonly uploads: { readonly receiving: number; readonly processing: number };
  /** How often processes were restarted, by kind. */
  readonly restarts: Readonly<Record<string, number>>;
};

const writeBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Creates the metrics of the parent process, which has the management listener and watches the whole node. */
export function createParentMetrics(version: string) {
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
    metrics({ isReady, isReplaced, webhooks, uploads, restarts }: Watched): Metrics {
      return [
        gauge('newsstand_build_info', buildHelp, [{ value: 1, labels: { version, bun: Bun.version } }]),
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
