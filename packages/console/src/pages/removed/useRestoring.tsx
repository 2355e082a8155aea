import { Anchor, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { RemovedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import type { SpacePlace } from '../../api/places.ts';
import { describeTimes } from '../../time/describeTimes.ts';
import { timeZone } from '../../time/here.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { timesOf } from '../items/document/publication.ts';
import { removedHref } from './removedHref.ts';
import { removedVersionsQuery, versionsPath } from './removedQueries.ts';

/** Puts back what was deleted, after saying what that does. */
export function useRestoring(space: SpacePlace) {
  const texts = useWords().removed;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (removed: RemovedItem) =>
      ask(`${versionsPath(space, removed)}/${removed.version}/restore`, { method: 'POST' }),
    async onSuccess(_, removed) {
      await client.invalidateQueries();
      notifications.show({
        color: 'green',
        message: (
          <>
            {texts.restored(removed.name)}{' '}
            <Anchor href={`/console${removedHref(space, removed)}`} size="sm">
              {texts.open}
            </Anchor>
          </>
        ),
      });
    },
  });
  /** When readers see it then, in words; nothing for what has no times. */
  const timesInWords = async (removed: RemovedItem) => {
    if (removed.kind !== 'news' && removed.kind !== 'banner') return '';
    const { list } = await client.fetchQuery(removedVersionsQuery(space, removed));
    const item = list.find(({ version }) => version === removed.version)?.item;
    return item === undefined ? '' : describeTimes(timesOf(item), Date.now(), language, timeZone).sentence;
  };
  const askFirst = async (removed: RemovedItem) => {
    const sentence = await timesInWords(removed).catch(() => '');
    modals.openConfirmModal({
      title: texts.restoreTitle(removed.name),
      children: (
        <Stack gap="xs">
          <Text size="sm">{texts.restoreText}</Text>
          {sentence !== '' && (
            <Text size="sm" fw={600}>
              {texts.afterwards(sentence)}
            </Text>
          )}
        </Stack>
      ),
      centered: true,
      labels: { confirm: texts.restore, cancel: texts.cancel },
      onConfirm: () => mutate(removed),
    });
  };
  return { restore: (removed: RemovedItem) => void askFirst(removed), error, isPending };
}
