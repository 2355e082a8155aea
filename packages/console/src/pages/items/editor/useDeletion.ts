import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ask } from '../../../api/ask.ts';
import { itemPath } from '../../../api/places.ts';
import { askFirst } from '../../../parts/askFirst.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { fields } from '../document/fields.ts';
import { takesOffSite } from '../document/publication.ts';
import { type ItemShelf, listHref } from '../useItemShelf.ts';
import type { Editing } from './useEditing.ts';
import { useRefresh } from './useSaving.ts';

/** Deletes an item after asking, and goes back to its list. */
export function useDeletion(shelf: ItemShelf, { contentId = '', work, freely }: Editing) {
  const texts = useWords().editor;
  const [, go] = useLocation();
  const client = useQueryClient();
  const refresh = useRefresh();
  const path = itemPath(shelf, contentId);
  const item = work.base?.item ?? {};
  const name = fields.title.read(item) || fields.name.read(item) || texts.untitled;
  const { mutate, error } = useMutation({
    mutationFn: () => ask(path, { method: 'DELETE', ifMatch: work.base?.etag }),
    onSuccess: async () => {
      work.forget();
      freely(() => go(listHref(shelf)));
      client.removeQueries({ queryKey: ['item', path] });
      notifications.show({ message: texts.deleted(name) });
      await refresh(shelf);
    },
  });
  const remove = async () => {
    const isLive = takesOffSite(item, undefined, Date.now());
    const text = isLive ? `${texts.deleteLive} ${texts.deleteText}` : texts.deleteText;
    const labels = { confirm: texts.delete, cancel: texts.cancel };
    if (await askFirst({ title: texts.deleteTitle(name), text, ...labels })) mutate();
  };
  return { remove, error };
}
