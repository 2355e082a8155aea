import { notifications } from '@mantine/notifications';
import type { Calendar } from '@newsstand/contract/manage';
import { useQueryClient } from '@tanstack/react-query';
import { isItem } from '../../api/checks.ts';
import { type ItemShelf, itemPath, type Space } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { confirm } from '../../parts/ConfirmDialog.tsx';
import { useErrorText } from '../../parts/describeError.ts';
import { describeHiding } from '../../time/describeTimes.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { type ItemVersion, readItemVersion } from '../items/document/Document.ts';
import { patchItem, putNext } from '../items/editor/itemRequests.ts';
import { type Move, moveOf } from './monthOf.ts';
import { UndoMessage } from './UndoMessage.tsx';

/** Something that opens, closes or changes. */
export type CalendarMoment = Calendar['list'][number];

/** The shelf of something in the calendar; only news and banners open and close. */
export function shelfOf(space: Space, { kind, instanceId = '' }: CalendarMoment): ItemShelf {
  return { ...space, kind: kind === 'banner' ? 'banner' : 'news', instanceId };
}

/** What something in the calendar is called. */
export function momentTitle({ title, name }: CalendarMoment): string {
  return title || name;
}

/** Makes a move: first of the next version, so that it never undoes what was done to the item. */
async function make(move: Move, shelf: ItemShelf, contentId: string, found: ItemVersion): Promise<void> {
  let base = found;
  if (move.next !== undefined)
    base =
      readItemVersion(await putNext({ shelf, contentId, base, isAutosave: false, ...move.next })) ?? base;
  if (move.item !== undefined) await patchItem({ shelf, contentId, base, patch: move.item });
}

/** Lets an item open, close or change at another time, unless somebody else has moved it; offers to undo that. */
export function useReschedule(space: Space) {
  const { desk: texts, bulk, time } = useWords();
  const { language } = useLanguage();
  const describe = useErrorText();
  const client = useQueryClient();
  const mayHide = ({ hides }: Move, name: string) =>
    hides === undefined ||
    confirm({
      title: time.hides.title(name),
      text: describeHiding(hides.until, hides.from, language, timeZone),
      confirm: texts.save,
      cancel: texts.cancel,
    });
  const reschedule = async (moment: CalendarMoment, at: number, isUndo = false): Promise<void> => {
    const shelf = shelfOf(space, moment);
    const name = momentTitle(moment);
    try {
      const base = readItemVersion(await fetchJson(itemPath(shelf, moment.id), isItem(shelf.kind)));
      const move = base && moveOf(base, moment.type, moment.at, at, Date.now());
      if (base === undefined || move === undefined) {
        await client.invalidateQueries({ queryKey: ['calendar'] });
        notifications.show({ color: 'yellow', message: bulk.moved(name) });
        return;
      }
      if (!isUndo && !(await mayHide(move, name))) return;
      await make(move, shelf, moment.id, base);
    } catch (error) {
      const { title, message } = describe(error);
      notifications.show({ color: 'red', title, message });
      return;
    }
    const touched = ['calendar', 'items', 'item', 'overview', 'recent', 'versions'];
    await Promise.all(touched.map((each) => client.invalidateQueries({ queryKey: [each] })));
    if (isUndo) return;
    showUndo(texts.done(name, formatDateTime(at, language, timeZone)), () =>
      reschedule({ ...moment, at }, moment.at, true),
    );
  };
  return reschedule;
}

/** Says what was moved, and how to undo it. One at a time: Ctrl+Z undoes the last. */
function showUndo(message: string, undo: () => Promise<void>): void {
  notifications.hide(undoId);
  notifications.show({
    id: undoId,
    color: 'green',
    autoClose: false,
    withCloseButton: false,
    message: (
      <UndoMessage key={message} text={message} undo={undo} onClose={() => notifications.hide(undoId)} />
    ),
  });
}

const undoId = 'rescheduled';
