import { Histogram, histogram, type Metric } from './Metric.ts';

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;
const everyMilliseconds = 100;

/** Watches how late timers of this process fire: whatever it waits for, it waits that much longer. */
export function watchEventLoop(process: 'main' | 'worker'): { metric(): Metric } {
  const delays = new Histogram(bounds);
  const watch = () => {
    const startedAt = performance.now();
    setTimeout(() => {
      delays.observe(Math.max(0, performance.now() - startedAt - everyMilliseconds) / 1000);
      watch();
    }, everyMilliseconds).unref();
  };
  watch();
  const help = 'How late timers fire because the event loop is busy, in seconds, sampled ten times a second.';
  return { metric: () => histogram('newsstand_event_loop_delay_seconds', help, [[{ process }, delays]]) };
}
