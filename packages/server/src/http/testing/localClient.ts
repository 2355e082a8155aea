import type { Client } from '../ListenerContext.ts';

/** For tests without a listener: a client on this machine that waits as long as it takes. */
export const localClient: Client = { address: '127.0.0.1', hasLeft: () => false };
