import { networkName } from '../../../http/ipAddress.ts';
import { ApiProblem } from '../ApiProblem.ts';

/** How many requests of strangers are handled at once: of one address, or IPv6 network of 64 bits, and of all. */
export const mostStrangers = { ofOne: 32, inAll: 128 } as const;

/** Handles a request of somebody who has yet to show who they are; throws while there are too many. */
export type StrangerLimit = <T>(address: string, work: () => Promise<T>) => Promise<T>;

/** Creates the limit. Far fewer than the listener handles at once: strangers must not take the place of operators. */
export function limitStrangers(): StrangerLimit {
  const pending = new Map<string, number>();
  let all = 0;
  return async (address, work) => {
    const network = networkName(address, 64);
    const own = pending.get(network) ?? 0;
    if (own >= mostStrangers.ofOne || all >= mostStrangers.inAll) throw tooMany();
    pending.set(network, own + 1);
    all += 1;
    try {
      return await work();
    } finally {
      all -= 1;
      const left = (pending.get(network) ?? 1) - 1;
      if (left === 0) pending.delete(network);
      else pending.set(network, left);
    }
  };
}

function tooMany(): ApiProblem {
  const headers = { 'retry-after': '1', connection: 'close' };
  return new ApiProblem('overloaded', 'too many sign-ins at once; try again soon', { headers });
}
