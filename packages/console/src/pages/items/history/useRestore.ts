import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../../api/ask.ts';
import { itemPath } from '../../../api/places.ts';
import { askFirst } from '../../../parts/askFirst.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { takesOffSite } from '../document/publication.ts';
import type { Editing } from '../editor/useEditing.ts';
import { useRefresh } from '../editor/useSaving.ts';
import type { ItemShelf } from '../useItemShelf.ts';
import type { Edition } from './historyOf.ts';

/** Makes an item what it was, after asking. */
export function useRestore(shelf: ItemShelf, { contentId = '', work }: Editing) {
  const texts = useWords().history;
  const refresh = useRefresh();
  const { mutate, error } = useMutation({
    mutationFn: (version: number) =>
      ask<ManagedItem<'news' | 'banner'>>(`${itemPath(shelf, contentId)}/versions/${version}/restore`, {
        method: 'POST',
        ifMatch: work.base?.etag,
      }),
    onSuccess: async (restored, version) => {
      work.begin(restored);
      await refresh(shelf, restored);
      notifications.show({ color: 'green', message: texts.restored(version) });
    },
  });
  const askThen = async ({ version, item }: Edition) => {
    const isOff = takesOffSite(work.base?.item, item, Date.now());
    const text = isOff ? `${texts.restoreOff} ${texts.restoreText}` : texts.restoreText;
    const labels = { confirm: texts.restore, cancel: texts.cancel, isDanger: isOff };
    if (await askFirst({ title: texts.restoreTitle(version), text, ...labels })) mutate(version);
  };
  return { ask: (edition: Edition) => void askThen(edition), error };
}
