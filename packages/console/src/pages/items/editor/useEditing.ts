import { notifications } from '@mantine/notifications';
import type { AppKind } from '@newsstand/contract';
import type { BodyFault, ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { isItem } from '../../../api/checks.ts';
import { editorHref, type ItemShelf, itemPath, shelfPath } from '../../../api/places.ts';
import { ApiError, fetchJson } from '../../../api/request.ts';
import { askFirst } from '../../../parts/ConfirmDialog.tsx';
import { parseJson } from '../../../parts/json/parseJson.ts';
import { useLeaveGuard } from '../../../parts/useLeaveGuard.ts';
import { describeTimes } from '../../../time/describeTimes.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { type Document, isDocument, isSame, type Kept, keptIn } from '../document/Document.ts';
import { openFaults, type Tried } from '../document/faults.ts';
import { fields } from '../document/fields.ts';
import { takesOffSite, timesOf } from '../document/publication.ts';
import { forgetWork, keepWork, readWork } from './keptWork.ts';

/** All that happens to an item while it is edited. */
export function useEditing(shelf: ItemShelf, newest: ManagedItem<'news' | 'banner'> | undefined) {
  const texts = useWords().editor;
  const { language } = useLanguage();
  const [, go] = useLocation();
  const contentId = newest?.item.contentId;
  const key = contentId === undefined ? `${shelfPath(shelf)}?new` : itemPath(shelf, contentId);
  const work = useWork(key, shelf.kind, newest);
  const json = useJsonText(work.document, (document) => work.change(() => document));
  const saving = useSaving(shelf, contentId);
  const [tried, setTried] = useState<Tried & { readonly number: number }>();
  const note = (next: Tried) => setTried((before) => ({ ...next, number: (before?.number ?? 0) + 1 }));
  const freely = useLeaveGuard(work.isDirty || json.fault !== undefined, work.forget);

  const done = (saved: ManagedItem<'news' | 'banner'>) => {
    const { sentence } = describeTimes(timesOf(saved.item), Date.now(), language, timeZone);
    notifications.show({ color: 'green', message: `${texts.saved} ${sentence}` });
    work.begin(saved);
    if (contentId === undefined) freely(() => go(editorHref(shelf, saved.item.contentId), { replace: true }));
  };

  const save = async (document: Document = work.document, base: Kept | undefined = work.base) => {
    if (saving.isPending || json.fault !== undefined) return;
    const missing = missingIn(document, shelf.kind, texts);
    note({ document, faults: missing });
    if (missing.length > 0) return;
    const question = {
      title: texts.offTitle,
      text: texts.offText,
      confirm: texts.offDo,
      cancel: texts.cancel,
    };
    if (takesOffSite(base?.item, document, Date.now()) && !(await askFirst(question))) return;
    saving.mutate(
      { document, base },
      { onSuccess: done, onError: (error) => note({ document, faults: faultsIn(error) }) },
    );
  };

  return {
    ...{ work, json, save, freely, contentId },
    isSaving: saving.isPending,
    faults: openFaults(tried, work.document),
    /** Counts as another try, even where the same is wrong. */
    attempt: tried?.number ?? 0,
    clash: clashIn(saving.error),
    error: saving.error,
    calm: saving.reset,
  };
}

/** All that happens to an item while it is edited. */
export type Editing = ReturnType<typeof useEditing>;

type State = { readonly base: Kept | undefined; readonly document: Document };

/** What an editor works on. */
type Work = State & {
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
function useWork(key: string, kind: AppKind, newest: Kept | undefined): Work {
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

/** An item as a text that is being edited. */
type JsonText = {
  readonly text: string;
  /** What is wrong with the text; then the item is still what it was. */
  readonly fault: string | undefined;
  readonly type: (text: string) => void;
  readonly drop: () => void;
};

/** The JSON of an item. What is typed is kept letter by letter, and becomes the item whenever it is one. */
function useJsonText(document: Document, onChange: (document: Document) => void): JsonText {
  const texts = useWords().editor;
  const [typed, setTyped] = useState<{ text: string; fault?: string; document?: Document }>();
  const isTyped = typed !== undefined && (typed.fault !== undefined || typed.document === document);
  const type = (text: string) => {
    const { value, fault } = parseJson(text);
    if (isDocument(value)) {
      setTyped({ text, document: value });
      onChange(value);
    } else setTyped({ text, fault: fault === undefined ? texts.notObject : texts.brokenJson(fault) });
  };
  return {
    text: isTyped ? typed.text : JSON.stringify(document, null, 2),
    fault: typed?.fault,
    type,
    drop: () => setTyped(undefined),
  };
}

/** What is to be saved, and the version that it began from. */
type Save = { readonly document: Document; readonly base: Kept | undefined };

/** Somebody else was first: their version, or nothing where they have deleted it. */
export type Clash = {
  readonly theirs: Kept | undefined;
  readonly by: string | undefined;
  readonly at: number | undefined;
};

type Saved = ManagedItem<'news' | 'banner'>;

/** Saves an item; refetches whatever shows it. */
function useSaving(shelf: ItemShelf, contentId: string | undefined) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ document, base }: Save) => {
      const body = sentDocument(document, base);
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

/** Shows a new version everywhere. */
export function useRefresh() {
  const client = useQueryClient();
  return async (shelf: ItemShelf, saved?: Saved) => {
    if (saved !== undefined) client.setQueryData(['item', itemPath(shelf, saved.item.contentId)], saved);
    const touched = ['items', 'versions', 'overview', 'removed', 'uses'];
    await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}

/** What an error says of single members; nothing where it says nothing of them. */
function faultsIn(error: unknown): readonly BodyFault[] {
  return error instanceof ApiError ? (error.problem.errors ?? []) : [];
}

/** What an error says of somebody who was first; undefined where it is another one. */
function clashIn(error: unknown): Clash | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'version_conflict') return undefined;
  const { current, changedBy, changedAt } = error.problem;
  return {
    theirs: isDocument(current) ? keptIn(current) : undefined,
    by: typeof changedBy === 'string' ? changedBy : undefined,
    at: typeof changedAt === 'number' ? changedAt : undefined,
  };
}

/** What a new item begins as. */
function newDocument(kind: AppKind): Document {
  const values = kind === 'news' ? { title: '', body: { blocks: [] } } : { title: '' };
  return { name: '', status: 'draft', values };
}

/** What is sent: the service sets the time of the change, unless somebody has set it by hand. */
function sentDocument(document: Document, base: Kept | undefined): Document {
  const { updatedAt, ...others } = document;
  return updatedAt === undefined || isSame(updatedAt, base?.item['updatedAt']) ? others : document;
}

/** What is missing in any case, said before the service has to. */
function missingIn(
  document: Document,
  kind: AppKind,
  texts: { readonly needsTitle: string; readonly needsPicture: string },
): readonly BodyFault[] {
  const faults: BodyFault[] = [];
  if (fields.title.read(document).trim() === '' && fields.name.read(document).trim() === '')
    faults.push({ path: 'values.title', message: texts.needsTitle });
  if (kind === 'news' && fields.thumbnail.read(document) === undefined)
    faults.push({ path: 'values.thumbnail', message: texts.needsPicture });
  return faults;
}
