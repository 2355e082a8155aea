import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { itemPath, shelfPath } from '../../../api/places.ts';
import { askFirst } from '../../../parts/askFirst.tsx';
import { useLeaveGuard } from '../../../parts/useLeaveGuard.ts';
import { describeTimes } from '../../../time/describeTimes.ts';
import { timeZone } from '../../../time/here.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { openFaults, type Tried } from '../document/faults.ts';
import type { Kept } from '../document/Kept.ts';
import { missingIn } from '../document/newDocument.ts';
import { takesOffSite, timesOf } from '../document/publication.ts';
import { editorHref, type ItemShelf } from '../useItemShelf.ts';
import { useJsonText } from './useJsonText.ts';
import { clashIn, faultsIn, useSaving } from './useSaving.ts';
import { useWork } from './useWork.ts';

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
