import { useEffect, useRef } from 'react';
import { ApiError } from '../../../api/request.ts';
import type { Document } from '../document/Document.ts';

const pauseMilliseconds = 1000;
const retryMilliseconds = 4000;

type Options = {
  readonly document: Document;
  /** Whether there is something to save, and nothing in the way. */
  readonly isOn: boolean;
  readonly error: unknown;
  /** Resolves to false if it failed. */
  readonly save: () => Promise<boolean>;
};

/**
 * Saves after a pause in typing, and when the page is left. What the service refuses is not sent again until it has
 * changed; without a connection, it is tried again. Returns whether there is no connection.
 */
export function useAutosave({ document, isOn, error, save }: Options): boolean {
  const isOffline = error instanceof ApiError && error.problem.status === undefined;
  const current = useRef({ isOn, save });
  current.current = { isOn, save };
  const refused = useRef<Document>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every failure counts, so that it is tried again.
  useEffect(() => {
    if (!isOn || (!isOffline && refused.current === document)) return undefined;
    const trySave = async () => {
      refused.current = (await current.current.save()) ? undefined : document;
    };
    const timer = setTimeout(() => void trySave(), isOffline ? retryMilliseconds : pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [document, isOn, isOffline, error]);
  useEffect(
    () => () => {
      if (current.current.isOn) void current.current.save();
    },
    [],
  );
  return isOffline;
}
