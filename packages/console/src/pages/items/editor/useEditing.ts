import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { editorHref, type ItemShelf, itemPath, shelfPath } from '../../../api/paths.ts';
import { ApiError } from '../../../api/request.ts';
import { useSession } from '../../../api/SessionProvider.tsx';
import { confirm } from '../../../parts/ConfirmDialog.tsx';
import { useUnsavedChangesGuard } from '../../../parts/useUnsavedChangesGuard.ts';
import { describeTimes } from '../../../time/describeTimes.ts';
import { formatDateTime } from '../../../time/formatDateTime.ts';
import { stateAt } from '../../../time/liveTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { joinSentences } from '../../../words/sentences.ts';
import type { Document, ItemVersion } from '../document/Document.ts';
import { type Attempt, remainingFaults } from '../document/faults.ts';
import {
  hiddenUntil,
  hidesAtTakeover,
  hideUntil,
  isToPublish,
  modeOf,
  publish,
  publishNow,
  timesOf,
  unpublish,
  withTimesOf,
} from '../document/publication.ts';
import { settledInput, unreadInput } from '../pendingInput.ts';
import {
  createItem,
  patchItem,
  publishNext,
  putItem,
  putNext,
  removeNext,
  type Saved,
} from './itemRequests.ts';
import { conflictWith, type SaveConflict, saveConflictIn } from './saveConflict.ts';
import { type KeptCopy, workKey } from './unsavedWork.ts';
import { useAutosave } from './useAutosave.ts';
import { useDocumentFaults } from './useDocumentFaults.ts';
import { useJsonText } from './useJsonText.ts';
import { useRefresh } from './useRefresh.ts';
import { useValidPart } from './useValidPart.ts';
import { useWorkingCopy } from './useWorkingCopy.ts';

type Options = {
  readonly canEdit: boolean;
  /** Whether others have to publish what this operator writes. */
  readonly isReviewed: boolean;
  /** The new item has got an ID; its page stays the same one. */
  readonly onCreated: (contentId: string) => void;
};

/** The state of an item while it is edited, and everything that can happen to it. */
export function useEditing(shelf: ItemShelf, newest: ItemVersion | undefined, options: Options) {
  const texts = useWords().editor;
  const { itemPage: page, review } = useWords();
  const { language } = useLanguage();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const { operator } = useSession();
  const newestId = newest?.item['contentId'];
  const id = useRef(typeof newestId === 'string' ? newestId : undefined);
  const place = id.current === undefined ? `${shelfPath(shelf)}?new` : itemPath(shelf, id.current);
  const work = useWorkingCopy(workKey(operator.operatorId, place), shelf.kind, newest, options.canEdit);
  const json = useJsonText(work.document, (document) => work.change(() => document));
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [saveConflict, setSaveConflict] = useState<SaveConflict>();
  const [isResolving, setResolving] = useState(false);
  const [reviewed, setReviewed] = useState<KeptCopy>();
  const valid = useValidPart(shelf, work);
  const [isAsking, setAsking] = useState(false);
  const [lastAttempt, setLastAttempt] = useState<Attempt & { readonly number: number }>();
  const isOpen = useIsMounted();
  const note = (next: Attempt) =>
    setLastAttempt((before) => ({ ...next, number: (before?.number ?? 0) + 1 }));
  const run = useQueue();
  const busy = <Value>(step: () => Promise<Value>) =>
    run(async () => {
      setSaving(true);
      try {
        await settledInput();
        return await step();
      } finally {
        setSaving(false);
      }
    });

  /**
   * Sends the document, or what of it is valid, and takes over what comes back. If somebody else was first, both are
   * merged and sent again.
   */
  const send = async (request: Request, how: How = {}, attempts = 3): Promise<Saved | undefined> => {
    const { isAutosave = false, isPart = false } = how;
    const { document, base } = work.latest();
    const sent = isPart ? valid.of(work.latest()) : document;
    try {
      const saved = await request(sent, base);
      work.saved(sent, saved);
      setFailure(undefined);
      setSaveConflict(undefined);
      void refresh(shelf, saved);
      return saved;
    } catch (error) {
      const conflict = saveConflictIn(error);
      if (conflict?.theirs !== undefined && attempts > 1 && work.absorb(conflict.theirs)) {
        if (how.onMerged === undefined) return await send(request, how, attempts - 1);
        how.onMerged();
        return undefined;
      }
      if (conflict === undefined) {
        const faults = error instanceof ApiError ? (error.problem.errors ?? []) : [];
        // The rest does not wait until these fields are mended.
        if (isPart && valid.refuse({ document: sent, faults }) && attempts > 1)
          return await send(request, how, attempts - 1);
        setFailure({ error, isAutosave });
        if (!isAutosave) note({ document, faults });
      } else {
        setSaveConflict(conflict);
        // Somebody who types is not interrupted: the bar tells.
        if (!isAutosave) setResolving(true);
      }
      return undefined;
    }
  };
  const target = () => ({ shelf, contentId: id.current ?? '', base: work.latest().base });
  const store = ({ isAutosave = false, isPart = false }: How, takesOverAt?: number | null) =>
    send(
      async (document, base) => {
        if (id.current === undefined) {
          const created = await createItem(shelf, document);
          id.current = created.item.contentId;
          return created;
        }
        // What was recovered or merged does not take the place of what was saved before.
        const put = { ...target(), document, base, isAutosave: isAutosave && !work.isFresh() };
        if (modeOf(base) === 'draft') return await putItem(put);
        const kept = takesOverAt === undefined ? base?.next?.takesOverAt : (takesOverAt ?? undefined);
        return await putNext({ ...put, takesOverAt: kept });
      },
      { isAutosave, isPart },
    );
  /** Saves whatever is not saved yet, or what of it is valid. Resolves to false if that fails. */
  const flush = async (how: How = {}): Promise<boolean> => {
    if (how.isPart ? !valid.isUnsaved(work.latest()) : !work.isChanged()) return true;
    const isNew = id.current === undefined;
    const saved = await store(how);
    if (saved === undefined) return false;
    if (isNew && isOpen()) {
      options.onCreated(saved.item.contentId);
      skipPrompt(() => go(editorHref(shelf, saved.item.contentId), { replace: true }));
    }
    return true;
  };

  const faultsOf = useDocumentFaults(shelf);
  const mode = modeOf(work.base);
  const isHeld = isToPublish(work.latest());
  const isHiding = hidesAtTakeover(work.latest());
  const isBehind = saveConflict !== undefined || work.behind !== undefined;
  const heldText = isHiding ? page.heldHiding : options.isReviewed ? review.held : page.held;
  const isWaiting = options.canEdit && work.isDirty;
  const isPassing = useAutosave({
    document: work.document,
    isOn: isWaiting && !isBehind && valid.isUnsaved(work.latest()),
    error: failure?.error,
    save: () => busy(() => flush({ isAutosave: true, isPart: true })),
  });
  const isBlocked = valid.faults.length > 0 || isHeld || isHiding || failure !== undefined || isBehind;
  const isAtRisk =
    json.fault !== undefined || (work.isDirty && (isBlocked || !work.isKept || !options.canEdit));
  const isKept = json.fault === undefined && work.isKept;
  const skipPrompt = useUnsavedChangesGuard(isAtRisk, isKept ? texts.leaveKept : undefined);

  const check = (document: Document): boolean => {
    const faults = [...unreadInput(), ...faultsOf(document)];
    note({ document, faults });
    return faults.length === 0 && json.fault === undefined;
  };
  /** Whether readers see it now, with or without the changes. */
  const isLive = () => stateAt(timesOf(work.latest().base?.item ?? {}), Date.now()) === 'live';
  const tell = (what: string) => {
    const { base } = work.latest();
    const { sentence } = describeTimes(timesOf(base?.item ?? {}), Date.now(), language, timeZone);
    notifications.show({ color: 'green', message: joinSentences([what, sentence], language) });
  };
  /** Publishes a draft, at once or from its start on. If that fails, it is a draft again. */
  const publishDraft = (change: (document: Document) => Document) =>
    busy(async () => {
      const before = work.latest().document;
      if (!check(change(before))) return;
      work.change(change);
      if (await flush()) tell(texts.saved);
      else work.change((document) => withTimesOf(document, before));
    });
  /** Publishes the changes. What was not asked about, because somebody else changed it meanwhile, is asked again. */
  const publishChanges = (mayHide: boolean) =>
    busy(async () => {
      setAsking(false);
      if (!check(work.latest().document) || !(await flush())) return;
      const { base } = work.latest();
      if (base?.next === undefined) return;
      const hides = hiddenUntil(base.item, base.next.item, Date.now()) !== undefined;
      if (hides && !mayHide) return setAsking(true);
      const saved = await send(() => publishNext(target()), { onMerged: () => setAsking(true) });
      if (saved !== undefined) tell(isLive() ? page.changesPublished : texts.saved);
    });
  /** Lets the changes take over at a time; undefined for none. */
  const scheduleChanges = (at: number | undefined) =>
    busy(async () => {
      setAsking(false);
      if (!check(work.latest().document) || (await store({}, at ?? null)) === undefined) return;
      if (at === undefined) return;
      const message = page.changesScheduled(formatDateTime(at, language, timeZone));
      notifications.show({ color: 'green', message });
    });
  /** Asks when changes of what readers see appear. Nothing else needs an answer. */
  const askToPublish = () => {
    const { document, base } = work.latest();
    if (!check(document) || (base?.next === undefined && !work.isChanged())) return;
    if (isLive() || base?.next?.takesOverAt !== undefined) setAsking(true);
    else void publishChanges(false);
  };
  const discard = async () => {
    if (!(await confirm({ ...page.discardAsk, cancel: texts.cancel }))) return;
    await busy(async () => {
      const { base } = work.latest();
      work.startFrom(base);
      if (base?.next !== undefined) await send(() => removeNext(target()));
    });
  };
  /** Makes it a draft. */
  const takeOff = () =>
    busy(async () => {
      const kept = work.latest().document;
      if (work.latest().base?.next !== undefined) {
        if ((await send(() => removeNext(target()))) === undefined) return;
        work.change(() => kept);
      }
      work.change(unpublish);
      const saved = await send((document, version) =>
        putItem({ ...target(), document, base: version, isAutosave: false }),
      );
      if (saved !== undefined) tell(texts.saved);
    });
  /** Hides it from readers until a time; its changes stay beside it, and do not bring it back earlier. */
  const hide = (until: number) =>
    busy(async () => {
      if (!(await flush({ isPart: true }))) return;
      const { next } = work.latest().base ?? {};
      if (next !== undefined) {
        work.change((document) => hideUntil(document, until));
        if ((await store({ isPart: true })) === undefined) return;
      }
      const saved = await send((_, base) =>
        patchItem({ ...target(), patch: timesPatch(hideUntil(base?.item ?? {}, until)) }),
      );
      if (saved === undefined) return;
      const message = page.offline.done(formatDateTime(until, language, timeZone));
      notifications.show({ color: 'green', message });
    });
  const settle = () => {
    setSaveConflict(undefined);
    setResolving(false);
  };

  const hasTyped = useRef(false);
  hasTyped.current ||= work.isDirty;

  return {
    /** Whether anything was changed since the page was opened. */
    hasTyped: hasTyped.current,
    ...{ work, json, skipPrompt, isSaving, isBehind, isPassing, mode, discard, takeOff, hide },
    contentId: id.current,
    /** Whether there is something that readers do not see yet. */
    hasChanges: work.base?.next !== undefined || work.isDirty,
    /** What waits until it is published; undefined for nothing. */
    heldReason: isWaiting && (isHeld || isHiding) ? heldText : undefined,
    /** Fields that are not saved because they are invalid, once the typing has paused. */
    invalid: isWaiting ? valid.faults : [],
    failure,
    faults: remainingFaults(lastAttempt, work.document),
    /** Changes with every attempt, even if the faults are the same. */
    attemptNumber: lastAttempt?.number ?? 0,
    conflict: isResolving ? (saveConflict ?? conflictWith(work.behind)) : undefined,
    resolve: () => setResolving(true),
    dismiss: () => setResolving(false),
    save: () => {
      check(work.latest().document);
      void busy(() => flush({ isPart: true }));
    },
    publish: () => (mode === 'draft' ? void publishDraft(publish) : askToPublish()),
    /** Publishes what would appear later. */
    publishNow: () => {
      if (mode === 'draft') return publishDraft((document) => publishNow(document, Date.now()));
      work.change((document) => publishNow(document, Date.now()));
      return publishChanges(false);
    },
    /** Whether it is being asked when the changes appear. */
    isAsking,
    cancelPublishing: () => setAsking(false),
    publishChanges,
    scheduleChanges,
    /** Saves everything, complete enough to be published. Resolves to false if it is not, and says what is missing. */
    complete: () =>
      busy(async () => {
        const { document } = work.latest();
        return check(mode === 'draft' ? publish(document) : document) && (await flush());
      }),
    /** Saves a merged document on top of their version. */
    saveMerged: (theirs: ItemVersion, document: Document) => {
      settle();
      work.settle(theirs, document);
      void busy(() => flush({ isPart: true }));
    },
    /** The copy in this browser that is compared with what is here. */
    reviewed,
    review: setReviewed,
    /** Goes on with a merged document that contains a copy, on top of the version with which it was merged. */
    takeCopy: (copy: KeptCopy, base: ItemVersion | undefined, document: Document) => {
      setReviewed(undefined);
      work.settle(base, document, copy);
      void busy(() => flush({ isPart: true }));
    },
    /** Creates an item again that somebody else has deleted. */
    putBack: () => {
      settle();
      work.settle(undefined, work.latest().document);
      void busy(() =>
        send((document) => putItem({ ...target(), document, base: undefined, isAutosave: false })),
      );
    },
  };
}

/** The state of an item while it is edited, and everything that can happen to it. */
export type Editing = ReturnType<typeof useEditing>;

/** How to save: by itself, and only what is valid. */
type How = {
  readonly isAutosave?: boolean;
  readonly isPart?: boolean;
  /** Called instead of sending again once what somebody else has saved is merged. */
  readonly onMerged?: () => void;
};
type Failure = { readonly error: unknown; readonly isAutosave: boolean };
type Request = (document: Document, base: ItemVersion | undefined) => Promise<Saved>;

/** The times of a document, as a patch. */
function timesPatch(document: Document): Readonly<Record<string, number | null>> {
  const { reservedAt = null, openingAt = null } = timesOf(document);
  return { reservedAt, openingAt };
}

/** Runs one step after the other. */
function useQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return <Value>(step: () => Promise<Value>): Promise<Value> => {
    const result = last.current.then(step, step);
    last.current = result.catch(() => undefined);
    return result;
  };
}

function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
