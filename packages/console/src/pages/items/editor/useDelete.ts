import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { type ItemShelf, itemPath, listHref } from '../../../api/paths.ts';
import { sendRequest } from '../../../api/request.ts';
import { confirm } from '../../../parts/ConfirmDialog.tsx';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { joinSentences } from '../../../words/sentences.ts';
import { fields } from '../document/fields.ts';
import { takesOffSite } from '../document/publication.ts';
import type { Editing } from './useEditing.ts';
import { useRefresh } from './useRefresh.ts';

/** Deletes an item after a confirmation, and returns to its list. */
export function useDelete(shelf: ItemShelf, { contentId = '', work, skipPrompt }: Editing) {
  const texts = useWords().editor;
  const { language } = useLanguage();
  const [, go] = useLocation();
  const client = useQueryClient();
  const refresh = useRefresh();
  const path = itemPath(shelf, contentId);
  const item = work.base?.item ?? {};
  const name = fields.title.read(item) || fields.name.read(item) || texts.untitled;
  const { mutate, error } = useMutation({
    mutationFn: () => sendRequest(path, { method: 'DELETE', ifMatch: work.base?.etag }),
    onSuccess: async () => {
      // Nothing is left to save.
      work.startFrom(work.base);
      skipPrompt(() => go(listHref(shelf)));
      client.removeQueries({ queryKey: ['item', path] });
      notifications.show({ message: texts.deleted(name) });
      await refresh(shelf);
    },
  });
  const remove = async () => {
    const isLive = takesOffSite(item, undefined, Date.now());
    const told = isLive ? [texts.deleteLive, texts.deleteText] : [texts.deleteText];
    const text = joinSentences(told, language);
    const labels = { confirm: texts.delete, cancel: texts.cancel };
    if (await confirm({ title: texts.deleteTitle(name), text, ...labels })) mutate();
  };
  return { remove, error };
}
