'use client';

import { useEffect, useState } from 'react';
import type { News } from '../contract/resources.ts';
import { hasPreviewEnded, openPreview } from '../preview.ts';

/** A preview link: where the content is, the item, and the token. Nothing of it is secret to who has the link. */
export interface PreviewLink {
  /** The address of the service, such as `https://content.example.com`. */
  url: string;
  projectId: string;
  spaceId: string;
  instanceId: string;
  /** The ID or alias of the news item. */
  id: string;
  token: string;
}

/** The item of a preview link, or why it is not there. Neither, while it is loaded for the first time. */
export interface PreviewState {
  item?: News;
  /** The link was revoked, has expired, or never worked for this item. */
  hasEnded?: boolean;
  error?: unknown;
}

/**
 * Reads the item of a preview link in the browser, and again whenever the reader comes back to the page, such as from the console
 * where it is edited. For applications without a server.
 */
export function usePreview(link: PreviewLink): PreviewState {
  const { url, projectId, spaceId, instanceId, id, token } = link;
  const [state, setState] = useState<PreviewState>({});
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const preview = openPreview({ url, projectId, spaceId, token });
    const read = () => {
      if (document.hidden) return;
      preview.news(instanceId, id, { signal }).then(
        (item) => !signal.aborted && setState({ item }),
        (error: unknown) => !signal.aborted && setState({ error, hasEnded: hasPreviewEnded(error) }),
      );
    };
    document.addEventListener('visibilitychange', read);
    read();
    return () => {
      document.removeEventListener('visibilitychange', read);
      leaving.abort();
    };
  }, [url, projectId, spaceId, instanceId, id, token]);
  return state;
}
