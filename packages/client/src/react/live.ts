'use client';

import { useEffect, useRef, useState } from 'react';
import { type ContentEvent, readEvent } from '../subscribe.ts';

const types = ['opened', 'changed', 'closed', 'removed', 'reset'] as const;
const shortestWait = 2000;
const longestWait = 30_000;

type Listener = (event: ContentEvent) => void;
type Stream = {
  readonly listeners: Set<Listener>;
  /** How far it has come; undefined before its first event. */
  position: string | undefined;
  readonly close: () => void;
};

/** One for each URL, however many components listen. */
const streams = new Map<string, Stream>();

/**
 * Calls back for each event of a route that relays events (`relayEvents` of `@newsstand/client/server`). The first one is a `reset`,
 * and there is another one whenever events may have been missed. All components share one connection for a URL; it is closed while
 * the page is hidden, and when the last one is unmounted.
 */
export function useEvents(url: string, onEvent: (event: ContentEvent) => void): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => listen(url, (event) => latest.current(event)), [url]);
}

/**
 * Data that follow the content: `initial` at first, as the server has rendered it, and then what `load` returns, which is called at
 * once and whenever an event comes. If `load` fails, the data stay, and it is called again.
 */
export function useLive<Data>(
  url: string,
  initial: Data,
  load: (signal: AbortSignal) => Promise<Data>,
): Data {
  const [data, setData] = useState(initial);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLoading = false;
    let isOld = false;
    // One at a time: what happens meanwhile is one more.
    const update = async () => {
      isOld = true;
      if (isLoading) return;
      isLoading = true;
      clearTimeout(timer);
      while (isOld && !signal.aborted) {
        isOld = false;
        try {
          const loaded = await latest.current(signal);
          if (!signal.aborted) setData(loaded);
        } catch {
          if (!signal.aborted) timer = setTimeout(update, longestWait * (1 + Math.random()) * 0.5);
        }
      }
      isLoading = false;
    };
    const leave = listen(url, () => void update());
    return () => {
      leave();
      leaving.abort();
      clearTimeout(timer);
    };
  }, [url]);
  return data;
}

/** Listens to a route, until the function that it returns is called. */
function listen(url: string, listener: Listener): () => void {
  const stream = streams.get(url) ?? openStream(url);
  streams.set(url, stream);
  stream.listeners.add(listener);
  // Whoever comes later has read nothing yet, or before this.
  if (stream.position !== undefined) listener({ type: 'reset', position: stream.position });
  return () => {
    stream.listeners.delete(listener);
    if (stream.listeners.size > 0) return;
    stream.close();
    streams.delete(url);
  };
}

function openStream(url: string): Stream {
  const listeners = new Set<Listener>();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = shortestWait;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    const opened = new EventSource(url);
    source = opened;
    for (const type of types)
      opened.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        wait = shortestWait;
        stream.position = lastEventId;
        // Whatever a route tells that is no event, reading anew is right.
        const event = readEvent(type, data, lastEventId) ?? { type: 'reset', position: lastEventId };
        for (const listener of listeners) listener(event);
      });
    // Browsers connect again by themselves, except after a response that is no stream, such as a 503.
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait * (1 + Math.random() / 2));
      wait = Math.min(2 * wait, longestWait);
    });
  };
  // Browsers allow few connections to a site, and a page that is left should not hold one.
  const follow = () => (document.hidden ? close() : open());
  const stream: Stream = {
    listeners,
    position: undefined,
    close() {
      document.removeEventListener('visibilitychange', follow);
      close();
    },
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return stream;
}
