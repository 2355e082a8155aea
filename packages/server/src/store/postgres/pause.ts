import { setTimeout } from 'node:timers/promises';

/** Waits so many milliseconds, or until the signal. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
