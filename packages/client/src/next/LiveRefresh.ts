'use client';

import { useRouter } from 'next/navigation';
import { startTransition, useEffect, useRef } from 'react';
import { useEvents } from '../react/live.ts';

/** What is refreshed when. */
export interface LiveRefreshProps {
  /** The path of the route that relays events. */
  url: string;
  /** How many milliseconds to wait after an event: the webhook comes first then, and a burst is one refresh. Default: 1,000. */
  delay?: number | undefined;
}

/** Renders the page again on the server when content changes. Put one into the layout; it shows nothing. */
export function LiveRefresh({ url, delay = 1000 }: LiveRefreshProps): null {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isConnected = useRef(false);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useEvents(url, () => {
    // The first event is a `reset`; the page has just been rendered.
    if (!isConnected.current) {
      isConnected.current = true;
      return;
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      startTransition(() => router.refresh());
    }, delay);
  });
  return null;
}
