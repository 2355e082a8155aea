import { StoreError } from '../../StoreError.ts';

/** The message of the StoreError that a promise ends with. */
export async function refusalMessage(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof StoreError) return error.message;
  throw new Error('no StoreError was thrown', { cause: error });
}
