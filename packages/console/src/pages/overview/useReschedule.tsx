import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Calendar } from '@newsstand/contract/manage';
import { useQueryClient } from '@tanstack/react-query';
import { isItem } from '../../api/checks.ts';
import { type ItemShelf, itemPath, type Space } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { useErrorText } from '../../parts/describeError.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { type ItemVersion, readItemVersion } from '../items/document/Document.ts';
import { putNext } from '../items/editor/itemRequests.ts';
import { isStillAt, rescheduled } from './monthOf.ts';

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

/** Lets the next version of an item take over at another time; if it is gone meanwhile, there is nothing to move. */
async function moveTakeover(shelf: ItemShelf, contentId: string, base: ItemVersion | undefined, at: number) {
  const document = base?.next?.item;
  if (document === undefined) return;
  await putNext({ shelf, contentId, document, base, isAutosave: false, takesOverAt: at });
}

/** Lets an item open, close or change at another time, unless somebody else has moved it; offers to undo that. */
export function useReschedule(space: Space) {
  const { desk: texts, bulk } = useWords();
  const { language } = useLanguage();
  const describe = useErrorText();
  const client = useQueryClient();
  const move = async (moment: CalendarMoment, at: number, isUndo = false): Promise<void> => {
    const shelf = shelfOf(space, moment);
    const path = itemPath(shelf, moment.id);
    try {
      const saved = await fetchJson(path, isItem(shelf.kind));
      if (!isStillAt(saved, moment.type, moment.at)) {
        await client.invalidateQueries({ queryKey: ['calendar'] });
        notifications.show({ color: 'yellow', message: bulk.moved(momentTitle(moment)) });
        return;
      }
      if (moment.type === 'changes') await moveTakeover(shelf, moment.id, readItemVersion(saved), at);
      else {
        const body = rescheduled(saved.item, moment.type, at);
        await fetchJson(path, isItem(shelf.kind), { method: 'PATCH', body, ifMatch: saved.etag });
      }
    } catch (error) {
      const { title, message } = describe(error);
      notifications.show({ color: 'red', title, message });
      return;
    }
    const touched = ['calendar', 'items', 'item', 'overview', 'recent', 'versions'];
    await Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
    if (isUndo) return;
    const id = notifications.show({
      color: 'green',
      autoClose: 10_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{texts.done(momentTitle(moment), formatDateTime(at, language, timeZone))}</Text>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id);
              void move({ ...moment, at }, moment.at, true);
            }}
          >
            {texts.undo}
          </Button>
        </Group>
      ),
    });
  };
  return move;
}
