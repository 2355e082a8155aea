import { type Listener, pause, type Subscription } from './Listener.ts';
import type { Pool, Purpose } from './Pool.ts';
import { changeChannel } from './writeTransaction.ts';

/** Polling intervals in milliseconds: of a primary, which also notifies, of a standby, and for its promotion. */
export type WatchTimes = { readonly primary: number; readonly standby: number; readonly promotion: number };

/** What is watched, and the callbacks. */
export type Watch = {
  readonly pool: Pool;
  readonly purpose: Purpose;
  readonly listener: Listener;
  readonly times: WatchTimes;
  readonly wake: () => void;
  readonly onError: (error: unknown) => void;
};

/** Calls `wake` whenever something may have changed, until disposed. A standby sends no notifications, so it is polled often. */
export function watchStore(watch: Watch): Disposable {
  const stop = new AbortController();
  void keepWatching(watch, stop.signal);
  return { [Symbol.dispose]: () => stop.abort() };
}

async function keepWatching(watch: Watch, signal: AbortSignal): Promise<void> {
  const { listener, times, onError } = watch;
  const wake = () => {
    if (!signal.aborted) watch.wake();
  };
  const subscription: Subscription = { channel: changeChannel, onMessage: wake, onConnected: wake, onError };
  let subscribed: Disposable | undefined;
  while (!signal.aborted) {
    const isStandby = await askStandby(watch);
    if (isStandby === false) subscribed ??= listener.subscribe(subscription);
    if (isStandby === true) {
      subscribed?.[Symbol.dispose]();
      subscribed = undefined;
      await wakeOften(times, wake, signal);
    } else {
      wake();
      await pause(isStandby === undefined ? times.promotion : times.primary, signal);
    }
  }
  subscribed?.[Symbol.dispose]();
}

/** Undefined if no server responds. */
async function askStandby({ pool, purpose, onError }: Watch): Promise<boolean | undefined> {
  try {
    return await pool.run(purpose, (connection) => connection.askStandby());
  } catch (error) {
    onError(error);
    return undefined;
  }
}

async function wakeOften(times: WatchTimes, wake: () => void, signal: AbortSignal): Promise<void> {
  for (const end = performance.now() + times.promotion; performance.now() < end && !signal.aborted; ) {
    wake();
    await pause(times.standby, signal);
  }
}
