import { useSyncExternalStore } from 'react';

/** The requests that wait for the operator to sign in again; undefined while the session lasts. */
let waiting: { readonly promise: Promise<void>; readonly end: () => void } | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves once the operator has signed in again. Without a page that asks them to, the sign-in page is loaded. */
export function signedInAgain(): Promise<void> {
  if (listeners.size === 0) location.reload();
  if (waiting === undefined) {
    let end = () => {};
    const promise = new Promise<void>((resolve) => {
      end = resolve;
    });
    waiting = { promise, end };
    tell();
  }
  return waiting.promise;
}

/** Sends what has waited: the same operator has signed in again. */
export function continueSignedIn(): void {
  waiting?.end();
  waiting = undefined;
  tell();
}

/** Whether the session has ended. Until the same operator is back, another one may be signed in. */
export function isSignedOut(): boolean {
  return waiting !== undefined;
}

/** Whether the session has ended. */
export function useIsSignedOut(): boolean {
  return useSyncExternalStore(subscribe, isSignedOut);
}

let isLeaving = false;

/** Leaves the page to somebody else who has signed in. What was not saved is kept for its operator. */
export function leaveToAnother(): void {
  isLeaving = true;
  location.assign('/console/');
}

/**
 * Skips the warning about unsaved changes where the page is left to somebody else. Call it first, so that its listener
 * runs before those of the pages.
 */
export function skipWarningWhenLeft(): void {
  window.addEventListener('beforeunload', (event) => {
    if (isLeaving) event.stopImmediatePropagation();
  });
}

/** Whether the page belongs to somebody who is no longer signed in; it then sends nothing more. */
export function isLeft(): boolean {
  return isLeaving;
}
