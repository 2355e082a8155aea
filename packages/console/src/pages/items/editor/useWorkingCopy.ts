import type { AppKind } from '@newsstand/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isSameJson } from '../../../parts/json/json.ts';
import { contentOf, type Document, differences, type ItemVersion } from '../document/Document.ts';
import { merge } from '../document/merge.ts';
import { clearWork, readWork, storeWork } from './unsavedWork.ts';

type State = { readonly base: ItemVersion | undefined; readonly document: Document };

/** What somebody else has saved while this page was open, and is here now. */
export type News = {
  readonly by: string | undefined;
  readonly paths: readonly string[];
  readonly before: Document;
  readonly after: Document;
};

const debounceMilliseconds = 300;

/** The item as edited so far, and the version that it is based on. A copy is kept in the browser while it is not saved. */
export function useWorkingCopy(key: string, kind: AppKind, newest: ItemVersion | undefined) {
  const [state, setState] = useState<State>(() => stateOf(kind, newest));
  const latest = useRef(state);
  const set = useCallback((next: State) => {
    latest.current = next;
    setState(next);
  }, []);
  const [news, setNews] = useState<News>();
  const [behind, setBehind] = useState<ItemVersion>();
  const { base, document } = state;
  const isDirty = useMemo(() => isChanged(kind, { base, document }), [kind, base, document]);
  const local = useLocalCopy(key, state, isDirty);

  /** Takes over what somebody else has saved. Returns false if both have changed the same, and nothing was done. */
  const absorb = useCallback(
    (theirs: ItemVersion): boolean => {
      const before = latest.current;
      const [old, now] = [contentOf(before.base) ?? {}, contentOf(theirs) ?? {}];
      const { document: merged, conflicts } = merge(old, now, before.document);
      if (conflicts.length > 0) {
        setBehind(theirs);
        return false;
      }
      const paths = differences(old, now).map(({ path }) => path);
      if (paths.length > 0) {
        const by = theirs.next?.changedBy ?? theirs.changedBy;
        setNews({ by, paths, before: old, after: now });
      }
      setBehind(undefined);
      set({ base: theirs, document: merged });
      return true;
    },
    [set],
  );
  useEffect(() => {
    if (newest !== undefined && isNewer(newest, latest.current.base)) absorb(newest);
  }, [newest, absorb]);

  const { clear } = local;
  return {
    ...{ base, document, isDirty, news, behind, absorb },
    latest: () => latest.current,
    isChanged: () => isChanged(kind, latest.current),
    change: useCallback(
      (step: (document: Document) => Document) =>
        set({ ...latest.current, document: step(latest.current.document) }),
      [set],
    ),
    /** A document was saved: what was typed meanwhile stays, everything else is as the service returned it. */
    saved: useCallback(
      (sent: Document, version: ItemVersion) => {
        const { document: typed } = latest.current;
        const content = contentOf(version) ?? {};
        set({ base: version, document: merge(sent, content, typed).document });
        setBehind(undefined);
        if (!isChanged(kind, latest.current)) clear();
      },
      [set, kind, clear],
    ),
    /** Starts over from a version, with its content or other content. */
    startFrom: useCallback(
      (next: ItemVersion | undefined, content?: Document) => {
        clear();
        setBehind(undefined);
        set({ ...stateOf(kind, next), ...(content && { document: content }) });
      },
      [kind, clear, set],
    ),
    dismissNews: () => setNews(undefined),
    clear,
    discardOffer: local.dismiss,
    /** Unsaved work of an earlier visit, until it is taken or discarded. */
    offer: local.offer,
    /** Takes the offered work; where it was not changed then, what was saved or typed since then stays. */
    restore() {
      const { offer } = local;
      if (offer !== undefined) {
        const { document: current, base: newestBase } = latest.current;
        const { document: merged } = merge(contentOf(offer.base) ?? {}, current, offer.document);
        set({ base: newestBase, document: merged });
      }
      local.dismiss();
    },
  };
}

/** The item as edited so far. */
export type WorkingCopy = ReturnType<typeof useWorkingCopy>;

/** Keeps unsaved work in the browser. While an older copy is offered, it is not replaced. */
function useLocalCopy(key: string, { base, document }: State, isDirty: boolean) {
  const [stored, setStored] = useState(() => readWork(key));
  const offer = stored !== undefined && !isSameJson(stored.document, document) ? stored : undefined;
  const hasOffer = offer !== undefined;
  useEffect(() => {
    if (!isDirty || hasOffer) return undefined;
    const keep = () => storeWork(key, { at: Date.now(), base, document });
    const timer = setTimeout(keep, debounceMilliseconds);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [key, isDirty, hasOffer, base, document]);
  const hasOfferNow = useRef(hasOffer);
  hasOfferNow.current = hasOffer;
  const discard = useCallback(() => {
    clearWork(key);
    setStored(undefined);
  }, [key]);
  return {
    offer,
    /** Forgets the copy of this visit, not one that is still offered. */
    clear: useCallback(() => {
      if (!hasOfferNow.current) discard();
    }, [discard]),
    dismiss: discard,
  };
}

function stateOf(kind: AppKind, base: ItemVersion | undefined): State {
  return { base, document: contentOf(base) ?? newDocument(kind) };
}

function isChanged(kind: AppKind, { base, document }: State): boolean {
  return !isSameJson(stateOf(kind, base).document, document);
}

/** A response requested before the last save may arrive after it. */
function isNewer(one: ItemVersion, other: ItemVersion | undefined): boolean {
  return one.etag !== other?.etag && (one.version ?? 0) > (other?.version ?? 0);
}

/** The initial content of a new item. */
function newDocument(kind: AppKind): Document {
  const values = kind === 'news' ? { title: '', body: { blocks: [] } } : { title: '' };
  return { name: '', status: 'draft', values };
}
