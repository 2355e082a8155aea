import { createRandom } from './createRandom.ts';
import { damage } from './damage.ts';
import { type FuzzRequest, makeRequest, type Site } from './makeRequest.ts';

/** Requests that are pipelined on one connection. */
export type Batch = {
  readonly index: number;
  readonly requests: readonly FuzzRequest[];
  /** All their bytes, in the chunks in which they are sent. */
  readonly pieces: readonly Buffer[];
};

/** Generates a batch: the same for the same seed and index, except for the keys. */
export function makeBatch(seed: number, index: number, site: Site): Batch {
  const random = createRandom(seed, index);
  const count = random.weigh([
    [30, 1],
    [50, 2 + random.below(8)],
    [20, 10 + random.below(30)],
  ]);
  const requests: FuzzRequest[] = [];
  for (let n = 0; n < count; n++) {
    const request = makeRequest(random, site, `f-${seed}-${index}-${n}`);
    const isDamaged = n === count - 1 && random.chance(0.25) && request.method === 'GET';
    requests.push(isDamaged ? damage(random, request) : request);
    // There is no response after it.
    if (request.closes || request.hasBody) break;
  }
  const bytes = Buffer.concat(requests.map((request) => request.bytes));
  if (!random.chance(0.1)) return { index, requests, pieces: [bytes] };
  const cuts = random.times(1 + random.below(5), () => random.below(bytes.length)).sort((a, b) => a - b);
  const pieces = [0, ...cuts].map((cut, n) => bytes.subarray(cut, cuts[n] ?? bytes.length));
  return { index, requests, pieces };
}
