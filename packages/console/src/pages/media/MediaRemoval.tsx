import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ask } from '../../api/ask.ts';
import { itemPath, type SpacePlace } from '../../api/places.ts';
import { mediaHref } from '../../parts/media/mediaHref.ts';
import { Panel } from '../../parts/Panel.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

/** Deletes a media, after asking. */
export function MediaRemoval({
  space,
  media,
}: {
  readonly space: SpacePlace;
  readonly media: ManagedItem<'media'>;
}) {
  const texts = useWords().mediaDetails;
  const client = useQueryClient();
  const [, go] = useLocation();
  const path = itemPath({ ...space, kind: 'media' }, media.item.mediaId);
  const removal = useMutation({
    mutationFn: () => ask(path, { method: 'DELETE', ifMatch: media.etag }),
    async onSuccess() {
      notifications.show({ message: texts.deleted });
      go(mediaHref(space));
      client.removeQueries({ queryKey: ['item', path] });
      await client.invalidateQueries();
    },
  });
  const askFirst = () =>
    modals.openConfirmModal({
      title: texts.deleteTitle(media.item.name),
      children: <Text size="sm">{texts.deleteText}</Text>,
      labels: { confirm: texts.delete, cancel: texts.keep },
      confirmProps: { color: 'red' },
      onConfirm: () => removal.mutate(),
    });
  return (
    <Panel title={texts.delete}>
      <Text size="sm">{texts.deleteText}</Text>
      <div>
        <Button color="red" variant="light" onClick={askFirst} loading={removal.isPending}>
          {texts.delete}
        </Button>
      </div>
      {removal.error !== null && <Trouble error={removal.error} />}
    </Panel>
  );
}
