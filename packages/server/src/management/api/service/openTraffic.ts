import type { Traffic } from '@newsstand/contract/manage';
import { type Counters, type Sample, sampleOf } from '../../metrics/trafficCounters.ts';

/** How nodes exchange their traffic samples. */
export type TrafficExchange = {
  /** Tells the other nodes that a console is watching here. */
  announceWatcher(): void;
  publish(sample: Sample): void;
};

/** Receives messages of other nodes. */
export type TrafficListener = {
  onWatcher(): void;
  onSample(node: string, sample: Sample): void;
};

/** What sampling needs. */
export type TrafficOptions = {
  readonly node: string;
  readonly counters: () => Promise<Counters>;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
  readonly stepMilliseconds?: number;
};

type Counted = { readonly counters: Counters; readonly at: number };

/** The sampling of a node's traffic. */
export type OpenTraffic = {
  traffic(): Traffic;
  /** From now on samples are shared with other nodes. */
  connect(exchange: TrafficExchange): void;
  readonly listener: TrafficListener;
  close(): void;
};

const keptMilliseconds = 5 * 60_000;
/** A console that has not asked for this long is closed. */
const consoleMilliseconds = 60_000;
const announceMilliseconds = 10_000;
/** Two messages may be lost. */
const watchedMilliseconds = 3 * announceMilliseconds;
const mostNodes = 200;

/** Samples the traffic of this node, only while a console is watching here or on another node. */
export function openTraffic(options: TrafficOptions): OpenTraffic {
  const { node, counters, onError, now = Date.now, stepMilliseconds = 2000 } = options;
  const samples = new Map<string, Sample[]>();
  let [requestedAt, announcedAt, watchedAt] = [-Infinity, -Infinity, -Infinity];
  let last: Counted | undefined;
  let timer: Timer | undefined;
  let isTaking = false;
  let isClosed = false;
  let exchange: TrafficExchange | undefined;

  const isWatched = () =>
    now() < requestedAt + consoleMilliseconds || now() < watchedAt + watchedMilliseconds;

  function begin(): void {
    if (timer !== undefined || isClosed) return;
    timer = setInterval(step, stepMilliseconds);
    step();
  }

  function step(): void {
    // While a process does not respond, it is not asked again.
    if (!isWatched()) end();
    else if (!isTaking) void take();
  }

  function end(): void {
    clearInterval(timer);
    timer = undefined;
    last = undefined;
  }

  async function take(): Promise<void> {
    isTaking = true;
    try {
      note({ counters: await counters(), at: now() });
    } catch (error) {
      onError(error);
    } finally {
      isTaking = false;
    }
  }

  function note(counted: Counted): void {
    const before = last;
    last = counted;
    if (before === undefined || counted.at <= before.at) return;
    const seconds = (counted.at - before.at) / 1000;
    const sample = sampleOf(before.counters, counted.counters, counted.at, seconds);
    keep(node, sample);
    if (now() < watchedAt + watchedMilliseconds) exchange?.publish(sample);
    if (now() < requestedAt + consoleMilliseconds) announce();
  }

  /** Not for each request. */
  function announce(): void {
    if (now() < announcedAt + announceMilliseconds) return;
    announcedAt = now();
    exchange?.announceWatcher();
  }

  function keep(name: string, sample: Sample): void {
    const known = samples.get(name) ?? [];
    if (known.length === 0 && samples.size >= mostNodes) return;
    samples.set(name, [...known, sample].filter(isRecent));
  }

  function isRecent({ at }: Sample): boolean {
    return now() - at < keptMilliseconds;
  }

  return {
    traffic() {
      requestedAt = now();
      announce();
      begin();
      for (const [name, known] of samples) if (!known.some(isRecent)) samples.delete(name);
      const others = [...samples.keys()].filter((name) => name !== node).sort();
      return {
        nodes: [node, ...others].map((name) => ({
          ...{ node: name, isThis: name === node },
          samples: (samples.get(name) ?? []).filter(isRecent),
        })),
      };
    },
    connect(others) {
      exchange = others;
    },
    listener: {
      onWatcher() {
        watchedAt = now();
        begin();
      },
      onSample: (other, sample) => void (other !== node && keep(other, sample)),
    },
    close() {
      isClosed = true;
      end();
    },
  };
}
