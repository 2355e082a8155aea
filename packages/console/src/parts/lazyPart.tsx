import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { isSignedOut, signedInAgain } from '../api/signedOut.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/**
 * A part of a page that is loaded when it is first shown. If the session has ended, it is loaded once the operator is back;
 * if it cannot be loaded at all, the rest of the page stays as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => {
    try {
      return await load();
    } catch (error) {
      if (!isSignedOut()) throw error;
      await signedInAgain();
      return await load();
    }
  });
  return (props: Props) => (
    <ErrorBoundary>
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
