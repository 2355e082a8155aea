import type { AppKind } from '@newsstand/contract';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isSameJson } from '../../../parts/json/json.ts';
import { contentOf, type Document, differences, type ItemVersion } from '../document/Document.ts';
import { merge } from '../document/merge.ts';
import { clearWork, type KeptCopy, newCopyId, readCopies, storeWork } from './unsavedWork.ts';

type State = { readonly base: ItemVersion | undefined; readonly document: Document };

/** What somebody else has saved while this page was open, and is here now. */
export type News = {
  readonly by: string | undefined;
  readonly paths: readonly string[];
  readonly before: Document;
  readonly after: Document;
};

/** Unsaved work of an earlier visit that is here again. */
export type Recovery = {
  readonly at: number;
  readonly paths: readonly string[];
  readonly before: Document;
  readonly after: Document;
};

const debounceMilliseconds = 300;

/**
 * The item as edited so far, and the version that it is based on. A copy is kept in the browser while it is not saved.
 * What earlier visits have left there is taken, as far as nothing newer is in the same place; the rest is offered.
 */
export function useWorkingCopy(
  key: string,
  kind: AppKind,
  newest: ItemVersion | undefined,
  canEdit: boolean,
) {
  const [opened] = useState(() => openWith(kind, newest, canEdit ? readCopies(key) : []));
  const [state, setState] = useState<State>(opened.state);
  const latest = useRef(state);
  const changedAt = useRef(0);
  const [recovery, setRecovery] = useState(opened.recovery);
  // What was recovered is saved as a version of its own: what it may have replaced stays in the history.
  const isFresh = useRef(opened.recovery !== undefined);
  const set = useCallback((next: State) => {
    latest.current = next;
    setState(next);
  }, []);
  const [news, setNews] = useState<News>();
  const [behind, setBehind] = useState<ItemVersion>();
  const { base, document } = state;
  const isDirty = useMemo(() => isChanged(kind, { base, document }), [kind, base, document]);
  const local = useLocalCopies(key, kind, opened, latest, isDirty);

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

  const { clear, take } = local;
  return {
    ...{ base, document, isDirty, news, behind, absorb, recovery, clear },
    ...{ offers: local.offers, isKept: local.isKept, discardOffer: local.discard },
    latest: () => latest.current,
    isChanged: () => isChanged(kind, latest.current),
    change: useCallback(
      (step: (document: Document) => Document) => {
        changedAt.current = Date.now();
        set({ ...latest.current, document: step(latest.current.document) });
      },
      [set],
    ),
    /** When something was typed here last. */
    changedAt: () => changedAt.current,
    /** A document was saved: what was typed meanwhile stays, everything else is as the service returned it. */
    saved: useCallback(
      (sent: Document, version: ItemVersion) => {
        const { document: typed } = latest.current;
        const content = contentOf(version) ?? {};
        set({ base: version, document: merge(sent, content, typed).document });
        setBehind(undefined);
        isFresh.current = false;
        if (!isChanged(kind, latest.current)) clear();
      },
      [set, kind, clear],
    ),
    /** Starts over from a version, without what was not saved. */
    startFrom: useCallback(
      (next: ItemVersion | undefined) => {
        clear();
        setBehind(undefined);
        set(stateOf(kind, next));
      },
      [kind, clear, set],
    ),
    /** Goes on from a version with other content, which may contain a copy that was offered. */
    settle: useCallback(
      (next: ItemVersion | undefined, content: Document, copy?: KeptCopy) => {
        const { base: known } = latest.current;
        setBehind(undefined);
        set({ base: next, document: content });
        isFresh.current = true;
        if (copy === undefined) return;
        take(copy);
        // Others may have saved while both were compared.
        if (known !== undefined && isNewer(known, next)) absorb(known);
      },
      [absorb, set, take],
    ),
    dismissNews: () => setNews(undefined),
    dismissRecovery: () => setRecovery(undefined),
    /** Takes back what was recovered, except where it was changed since. */
    undoRecovery() {
      if (recovery === undefined) return;
      const { document: current, ...rest } = latest.current;
      const { before, after } = recovery;
      set({ ...rest, document: merge(after, current, before, ({ theirs }) => theirs).document });
      isFresh.current = true;
      setRecovery(undefined);
    },
    /** Whether what is here is to be saved as a version of its own. */
    isFresh: () => isFresh.current,
    /** The content on which a copy was based. */
    baseOf: (copy: KeptCopy) => baseOf(kind, copy),
  };
}

/** The item as edited so far. */
export type WorkingCopy = ReturnType<typeof useWorkingCopy>;

/** What a page begins with. */
type Opened = {
  readonly state: State;
  readonly taken: readonly KeptCopy[];
  readonly offers: readonly KeptCopy[];
  readonly recovery: Recovery | undefined;
};

/** The newest version with what copies add to it; those that touch what is newer are offered, and so are new items. */
function openWith(kind: AppKind, newest: ItemVersion | undefined, copies: readonly KeptCopy[]): Opened {
  const state = stateOf(kind, newest);
  let { document } = state;
  const taken: KeptCopy[] = [];
  const offers: KeptCopy[] = [];
  for (const copy of copies) {
    const merged = merge(baseOf(kind, copy), document, copy.document);
    if (newest === undefined || merged.conflicts.length > 0) offers.push(copy);
    else {
      taken.push(copy);
      document = merged.document;
    }
  }
  const paths = differences(state.document, document).map(({ path }) => path);
  const at = taken.at(-1)?.at;
  const recovery =
    at === undefined || paths.length === 0
      ? undefined
      : { at, paths, before: state.document, after: document };
  return { state: { ...state, document }, taken, offers, recovery };
}

function baseOf(kind: AppKind, { base }: KeptCopy): Document {
  return stateOf(kind, base).document;
}

/** Keeps unsaved work in the browser: each page its own copy, beside those of other pages and of earlier visits. */
function useLocalCopies(
  key: string,
  kind: AppKind,
  opened: Opened,
  latest: RefObject<State>,
  isDirty: boolean,
) {
  const [id] = useState(newCopyId);
  const [offers, setOffers] = useState(opened.offers);
  const [isKept, setKept] = useState(true);
  // Copies are where the page began; a new item moves its own when it gets its ID.
  const firstKey = useRef(key);
  const ownKey = useRef<string>(undefined);
  const taken = useRef(opened.taken.map((copy) => copy.id));
  const state = latest.current;

  const forgetTaken = useCallback(() => {
    for (const each of taken.current) clearWork(firstKey.current, each);
    taken.current = [];
  }, []);
  const clear = useCallback(() => {
    if (ownKey.current !== undefined) clearWork(ownKey.current, id);
    ownKey.current = undefined;
    forgetTaken();
  }, [id, forgetTaken]);
  // When the document became as it is: to close the page later makes it no newer.
  const since = useRef<{ readonly document: Document; readonly at: number }>(undefined);
  const keep = useCallback(() => {
    if (!isChanged(kind, latest.current)) return;
    const { document } = latest.current;
    if (since.current?.document !== document) since.current = { document, at: Date.now() };
    const { at } = since.current;
    const isStored = storeWork(key, id, { at, ...latest.current, replaces: taken.current });
    setKept(isStored);
    if (!isStored) return;
    if (ownKey.current !== undefined && ownKey.current !== key) {
      clearWork(ownKey.current, id);
      forgetTaken();
    }
    ownKey.current = key;
  }, [key, kind, id, latest, forgetTaken]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the state changes.
  useEffect(() => {
    if (!isDirty) {
      // Nothing of what was taken is missing from what the service has.
      clear();
      return undefined;
    }
    const timer = setTimeout(keep, debounceMilliseconds);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [isDirty, state, keep, clear]);
  const keepLast = useRef(keep);
  keepLast.current = keep;
  useEffect(() => () => keepLast.current(), []);
  useEffect(() => {
    // Another page may have saved or discarded a copy that is offered here.
    const look = () => {
      const ids = new Set(readCopies(firstKey.current).map((copy) => copy.id));
      setOffers((before) => before.filter((copy) => ids.has(copy.id)));
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, []);
  return {
    offers,
    /** Whether this browser has room for what is not saved. */
    isKept,
    clear,
    take: useCallback((copy: KeptCopy) => {
      taken.current = [...taken.current, copy.id];
      setOffers((before) => before.filter((each) => each.id !== copy.id));
    }, []),
    discard: useCallback((copy: KeptCopy) => {
      clearWork(firstKey.current, copy.id);
      setOffers((before) => before.filter((each) => each.id !== copy.id));
    }, []),
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
export function newDocument(kind: AppKind): Document {
  const values = kind === 'news' ? { title: '', body: { blocks: [] } } : { title: '' };
  return { name: '', status: 'draft', values };
}
