import type { AppKind } from '@newsstand/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Document, isSame } from '../document/Document.ts';
import type { Kept } from '../document/Kept.ts';
import { newDocument } from '../document/newDocument.ts';
import { forgetWork, keepWork, readWork } from './keptWork.ts';

type State = { readonly base: Kept | undefined; readonly document: Document };

/** What an editor works on. */
export type Work = State & {
  readonly isDirty: boolean;
  readonly change: (step: (document: Document) => Document) => void;
  /** Begins anew from a version, with its content or with other. */
  readonly begin: (base: Kept | undefined, document?: Document) => void;
  /** When unsaved work was kept that can be gone on with. */
  readonly keptAt: number | undefined;
  readonly restore: () => void;
  readonly forget: () => void;
};

const pause = 400;

/** The work on one item: from which version it began, and what it is now. It is kept in the tab while it is not saved. */
export function useWork(key: string, kind: AppKind, newest: Kept | undefined): Work {
  const [state, setState] = useState<State>(() => begun(kind, newest));
  const [kept, setKept] = useState(() => readWork(key));
  const { base, document } = state;
  const isDirty = useMemo(() => !isSame(begun(kind, base).document, document), [kind, base, document]);

  // What somebody else has saved is shown at once, where nothing of one's own would be lost.
  if (!isDirty && newest !== undefined && newest.etag !== base?.etag && isNewer(newest, base))
    setState(begun(kind, newest));

  useEffect(() => {
    if (!isDirty) return undefined;
    const keep = () => keepWork(key, { at: Date.now(), base, document });
    const timer = setTimeout(keep, pause);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [key, isDirty, base, document]);

  const forget = useCallback(() => {
    forgetWork(key);
    setKept(undefined);
  }, [key]);
  const isOffered = kept !== undefined && !isSame(kept.document, document);
  return {
    ...{ base, document, isDirty, forget },
    change: useCallback((step) => setState((before) => ({ ...before, document: step(before.document) })), []),
    begin: useCallback(
      (next, content) => {
        forget();
        setState({ ...begun(kind, next), ...(content && { document: content }) });
      },
      [kind, forget],
    ),
    keptAt: isOffered ? kept.at : undefined,
    restore() {
      if (kept !== undefined) setState({ base: kept.base, document: kept.document });
      setKept(undefined);
    },
  };
}

function begun(kind: AppKind, base: Kept | undefined): State {
  return { base, document: base?.item ?? newDocument(kind) };
}

/** An answer that was asked for before the last save may come after it. */
function isNewer(one: Kept, other: Kept | undefined): boolean {
  return (one.version ?? 0) > (other?.version ?? 0);
}
