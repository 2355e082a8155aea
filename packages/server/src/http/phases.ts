/** What a connection is doing. */
export type Phase = 'idle' | 'head' | 'responding' | 'sending' | 'lingering';

type Timeouts = { readonly [P in Phase]: number };

/** How many seconds a phase may take; `sending` since the last byte, and only while the service is slow, not the client. */
const usual: Timeouts = {
  // Proxies close idle connections after 60 s.
  idle: 75,
  head: 10,
  responding: Infinity,
  sending: 30,
  lingering: 5,
};

/** The same while the service is stopping: a few slow clients must not hold it up. */
const stopping: Timeouts = {
  idle: 1,
  head: 2,
  responding: Infinity,
  sending: 5,
  lingering: 1,
};

const crowdedIdle = 5;

/** How many seconds a phase may take, in these circumstances. */
export function timeoutOf(phase: Phase, isStopped: boolean, isCrowded: boolean): number {
  return isCrowded && phase === 'idle' ? crowdedIdle : (isStopped ? stopping : usual)[phase];
}
