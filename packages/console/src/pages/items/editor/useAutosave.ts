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
 * changed; after a failure that can pass by itself, it is. Returns whether the last failure was one.
 */
export function useAutosave({ document, isOn, error, save }: Options): boolean {
  const isPassing = canPass(error);
  const current = useRef({ isOn, save });
  current.current = { isOn, save };
  const refused = useRef<Document>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every failure counts, so that it is tried again.
  useEffect(() => {
    if (!isOn || (!isPassing && refused.current === document)) return undefined;
    const trySave = async () => {
      refused.current = (await current.current.save()) ? undefined : document;
    };
    const timer = setTimeout(() => void trySave(), isPassing ? retryMilliseconds : pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [document, isOn, isPassing, error]);
  useEffect(
    () => () => {
      if (current.current.isOn) void current.current.save();
    },
    [],
  );
  return isPassing;
}

/** Whether a request may succeed later as it is: without a connection, or while the service is busy or its disk is full. */
function canPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status = 503 } = error.problem;
  return status === 429 || status >= 500;
}
