import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import { editorHref, type ItemShelf } from '../../../api/paths.ts';
import { useErrorText } from '../../../parts/describeError.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { duplicateOf } from '../document/duplicateOf.ts';
import { createItem } from './itemRequests.ts';
import type { Editing } from './useEditing.ts';
import { useRefresh } from './useRefresh.ts';

/** Creates a draft with the same content, and opens it. */
export function useDuplicate(shelf: ItemShelf, { work }: Editing): () => Promise<void> {
  const texts = useWords().itemPage;
  const errorText = useErrorText();
  const [, go] = useLocation();
  const refresh = useRefresh();
  return async () => {
    try {
      const created = await createItem(shelf, duplicateOf(work.document, texts.copyOf));
      void refresh(shelf, created);
      notifications.show({ message: texts.duplicated });
      go(editorHref(shelf, created.item.contentId));
    } catch (error) {
      const { title, message } = errorText(error);
      notifications.show({ color: 'red', title, message });
    }
  };
}
