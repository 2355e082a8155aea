import { notifications } from '@mantine/notifications';
import type { AppKind } from '@newsstand/contract';
import type { BodyFault, ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { isItem } from '../../../api/checks.ts';
import { editorHref, type ItemShelf, itemPath, shelfPath } from '../../../api/paths.ts';
import { ApiError, fetchJson } from '../../../api/request.ts';
import { confirm } from '../../../parts/ConfirmDialog.tsx';
import { isSameJson, parseJson } from '../../../parts/json/json.ts';
import { useUnsavedChangesGuard } from '../../../parts/useUnsavedChangesGuard.ts';
import { describeTimes } from '../../../time/describeTimes.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { type Document, type ItemVersion, isDocument, readItemVersion } from '../document/Document.ts';
import { documentFaults } from '../document/documentFaults.ts';
import { type Attempt, remainingFaults } from '../document/faults.ts';
import { takesOffSite, timesOf } from '../document/publication.ts';
import { clearWork, readWork, storeWork } from './unsavedWork.ts';

/** The state of an item while it is edited, and everything that can happen to it. */
export function useEditing(shelf: ItemShelf, newest: ManagedItem<'news' | 'banner'> | undefined) {
  const texts = useWords().editor;
  const { language } = useLanguage();
  const [, go] = useLocation();
  const contentId = newest?.item.contentId;
  const key = contentId === undefined ? `${shelfPath(shelf)}?new` : itemPath(shelf, contentId);
  const work = useWorkingCopy(key, shelf.kind, newest);
  const json = useJsonText(work.document, (document) => work.change(() => document));
  const saving = useSave(shelf, contentId);
  const [lastAttempt, setLastAttempt] = useState<Attempt & { readonly number: number }>();
  const note = (next: Attempt) =>
    setLastAttempt((before) => ({ ...next, number: (before?.number ?? 0) + 1 }));
  const skipPrompt = useUnsavedChangesGuard(work.isDirty || json.fault !== undefined, work.clear);

  const done = (saved: ManagedItem<'news' | 'banner'>) => {
    const { sentence } = describeTimes(timesOf(saved.item), Date.now(), language, timeZone);
    const note = saved.notes === undefined ? '' : ` ${texts.reservationCleared}`;
    notifications.show({ color: 'green', message: `${texts.saved} ${sentence}${note}` });
    work.startFrom(saved);
    if (contentId === undefined)
      skipPrompt(() => go(editorHref(shelf, saved.item.contentId), { replace: true }));
  };

  const save = async (document: Document = work.document, base: ItemVersion | undefined = work.base) => {
    if (saving.isPending || json.fault !== undefined) return;
    const wrong = documentFaults(document, shelf.kind, texts, Date.now());
    note({ document, faults: wrong });
    if (wrong.length > 0) return;
    const options = {
      title: texts.offTitle,
      text: texts.offText,
      confirm: texts.offConfirm,
      cancel: texts.cancel,
    };
    if (takesOffSite(base?.item, document, Date.now()) && !(await confirm(options))) return;
    saving.mutate(
      { document, base },
      { onSuccess: done, onError: (error) => note({ document, faults: faultsIn(error) }) },
    );
  };

  return {
    ...{ work, json, save, skipPrompt, contentId },
    isSaving: saving.isPending,
    faults: remainingFaults(lastAttempt, work.document),
    /** Changes with every attempt, even if the faults are the same. */
    attemptNumber: lastAttempt?.number ?? 0,
    saveConflict: saveConflictIn(saving.error),
    error: saving.error,
    dismiss: saving.reset,
  };
}

/** The state of an item while it is edited, and everything that can happen to it. */
export type Editing = ReturnType<typeof useEditing>;

type State = { readonly base: ItemVersion | undefined; readonly document: Document };

/** The item as edited so far. */
type WorkingCopy = State & {
  readonly isDirty: boolean;
  readonly change: (step: (document: Document) => Document) => void;
  /** Starts over from a version, with its content or other content. */
  readonly startFrom: (base: ItemVersion | undefined, document?: Document) => void;
  /** When restorable work was stored; undefined if there is none. */
  readonly storedAt: number | undefined;
  readonly restore: () => void;
  readonly clear: () => void;
};

const debounceMilliseconds = 400;

/** The item as edited so far, and its base version. Kept in the tab while it is not saved. */
function useWorkingCopy(key: string, kind: AppKind, newest: ItemVersion | undefined): WorkingCopy {
  const [state, setState] = useState<State>(() => initialState(kind, newest));
  const [stored, setStored] = useState(() => readWork(key));
  const { base, document } = state;
  const isDirty = useMemo(
    () => !isSameJson(initialState(kind, base).document, document),
    [kind, base, document],
  );

  // Shows what somebody else has saved, unless there are unsaved changes here.
  if (!isDirty && newest !== undefined && newest.etag !== base?.etag && isNewer(newest, base))
    setState(initialState(kind, newest));

  useEffect(() => {
    if (!isDirty) return undefined;
    const keep = () => storeWork(key, { at: Date.now(), base, document });
    const timer = setTimeout(keep, debounceMilliseconds);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [key, isDirty, base, document]);

  const clear = useCallback(() => {
    clearWork(key);
    setStored(undefined);
  }, [key]);
  const isOffered = stored !== undefined && !isSameJson(stored.document, document);
  return {
    ...{ base, document, isDirty, clear },
    change: useCallback((step) => setState((before) => ({ ...before, document: step(before.document) })), []),
    startFrom: useCallback(
      (next, content) => {
        clear();
        setState({ ...initialState(kind, next), ...(content && { document: content }) });
      },
      [kind, clear],
    ),
    storedAt: isOffered ? stored.at : undefined,
    restore() {
      if (stored !== undefined) setState({ base: stored.base, document: stored.document });
      setStored(undefined);
    },
  };
}

function initialState(kind: AppKind, base: ItemVersion | undefined): State {
  return { base, document: base?.item ?? newDocument(kind) };
}

/** A response requested before the last save may arrive after it. */
function isNewer(one: ItemVersion, other: ItemVersion | undefined): boolean {
  return (one.version ?? 0) > (other?.version ?? 0);
}

/** An item as JSON text while it is edited. */
type JsonText = {
  readonly text: string;
  /** What is wrong with the text; the item then keeps its last valid content. */
  readonly fault: string | undefined;
  readonly edit: (text: string) => void;
  readonly discard: () => void;
};

/** The JSON of an item. What is typed is kept as it is, and updates the item whenever it is valid. */
function useJsonText(document: Document, onChange: (document: Document) => void): JsonText {
  const texts = useWords().editor;
  const [typed, setTyped] = useState<{ text: string; fault?: string; document?: Document }>();
  const isTyped = typed !== undefined && (typed.fault !== undefined || typed.document === document);
  const edit = (text: string) => {
    const { value, fault } = parseJson(text);
    if (isDocument(value)) {
      setTyped({ text, document: value });
      onChange(value);
    } else setTyped({ text, fault: fault === undefined ? texts.notObject : texts.brokenJson(fault) });
  };
  return {
    text: isTyped ? typed.text : JSON.stringify(document, null, 2),
    fault: typed?.fault,
    edit,
    discard: () => setTyped(undefined),
  };
}

/** A document to save, and the version that it is based on. */
type Save = { readonly document: Document; readonly base: ItemVersion | undefined };

/** Somebody else has saved first: their version, or none if they have deleted it. */
export type SaveConflict = {
  readonly theirs: ItemVersion | undefined;
  readonly by: string | undefined;
  readonly at: number | undefined;
};

type Saved = ManagedItem<'news' | 'banner'>;

/** Saves an item, and refetches whatever shows it. */
function useSave(shelf: ItemShelf, contentId: string | undefined) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ document, base }: Save) => {
      const body = requestBody(document, base);
      return contentId === undefined
        ? fetchJson(shelfPath(shelf), isItem(shelf.kind), { method: 'POST', body })
        : fetchJson(itemPath(shelf, contentId), isItem(shelf.kind), {
            method: 'PUT',
            body,
            ifMatch: base?.etag,
          });
    },
    onSuccess: (saved) => refresh(shelf, saved),
  });
}

/** Updates everything that shows an item. */
export function useRefresh() {
  const client = useQueryClient();
  return async (shelf: ItemShelf, saved?: Saved) => {
    if (saved !== undefined) client.setQueryData(['item', itemPath(shelf, saved.item.contentId)], saved);
    const touched = ['items', 'versions', 'overview', 'removed', 'uses'];
    await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}

/** The faults of members that an error reports. */
function faultsIn(error: unknown): readonly BodyFault[] {
  return error instanceof ApiError ? (error.problem.errors ?? []) : [];
}

/** The conflict that an error reports; undefined for other errors. */
function saveConflictIn(error: unknown): SaveConflict | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return undefined;
  const { current, changedBy, changedAt } = error.problem;
  return {
    theirs: isDocument(current) ? readItemVersion(current) : undefined,
    by: typeof changedBy === 'string' ? changedBy : undefined,
    at: typeof changedAt === 'number' ? changedAt : undefined,
  };
}

/** The initial content of a new item. */
function newDocument(kind: AppKind): Document {
  const values = kind === 'news' ? { title: '', body: { blocks: [] } } : { title: '' };
  return { name: '', status: 'draft', values };
}

/** The request body. The service sets the time of the change, unless it was edited by hand. */
function requestBody(document: Document, base: ItemVersion | undefined): Document {
  const { updatedAt, ...others } = document;
  return updatedAt === undefined || isSameJson(updatedAt, base?.item['updatedAt']) ? others : document;
}
