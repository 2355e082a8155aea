import type { StreamedBody } from '../../http/HttpResponse.ts';
import { type Patience, within } from './insist.ts';

/** When a copy of so many bytes must be there that is begun now, as `performance.now()` counts. */
export function dueTime({ copy, copyMegabyte }: Patience, fileSize: number): number {
  return performance.now() + copy + (copyMegabyte * fileSize) / 1_000_000;
}

/**
 * A body that fails where it is not whole in time, for what many wait for: one transfer that creeps would keep them all.
 * `onLate` hears of that.
 */
export function hurry(body: StreamedBody, due: number, onLate: (error: unknown) => void): StreamedBody {
  return { ...body, read: () => within(due - performance.now(), 'S3 is too slow', body.read(), onLate) };
}
