import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { itemPath, mediaHref, type Space } from '../../api/paths.ts';
import { useUses } from '../../api/queries.ts';
import { sendRequest } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = { readonly space: Space; readonly media: ManagedItem<'media'> };

/** Deletes a media item: after a confirmation, and after another one if it is used somewhere. */
export function MediaRemoval({ space, media }: Props) {
  const texts = useWords().mediaDetails;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title={texts.delete}>
      <Text size="sm">{texts.deleteText}</Text>
      <div>
        <Button color="red" variant="light" onClick={() => setIsOpen(true)}>
          {texts.delete}
        </Button>
      </div>
      {isOpen && <RemovalDialog space={space} media={media} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

/** Shows where it is used; then it takes a deliberate second step. */
function RemovalDialog({ space, media, onClose }: Props & { readonly onClose: () => void }) {
  useReturnFocus();
  const { mediaDetails: texts, mediaRemoval } = useWords();
  const [isForced, setIsForced] = useState(false);
  const { data: uses, error } = useUses({ ...space, kind: 'media' }, media.item.mediaId);
  const isUsed = uses !== undefined && (uses.totalCount > 0 || uses.defaultOf !== undefined);
  const removal = useRemoval(space, media, isUsed);
  return (
    <Modal opened centered onClose={onClose} title={texts.deleteTitle(media.item.name)}>
      <Stack>
        {uses === undefined && error === null && <Loader size="sm" />}
        {error !== null && <ErrorAlert error={error} />}
        <Text size="sm">
          {isUsed && uses.totalCount > 0 ? mediaRemoval.stillUsed(uses.totalCount) : texts.deleteText}
        </Text>
        {isUsed && (
          <>
            <UseList space={space} uses={uses} />
            <Checkbox
              checked={isForced}
              onChange={(event) => setIsForced(event.currentTarget.checked)}
              label={mediaRemoval.force}
              description={mediaRemoval.forceNote}
            />
          </>
        )}
        {removal.error !== null && <ErrorAlert error={removal.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.keep}
          </Button>
          <Button
            color="red"
            disabled={uses === undefined || (isUsed && !isForced)}
            loading={removal.isPending}
            onClick={() => removal.mutate()}
          >
            {isUsed ? mediaRemoval.deleteAnyway : texts.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function useRemoval(space: Space, media: ManagedItem<'media'>, force: boolean) {
  const texts = useWords().mediaDetails;
  const client = useQueryClient();
  const [, go] = useLocation();
  const path = itemPath({ ...space, kind: 'media' }, media.item.mediaId);
  return useMutation({
    mutationFn: () =>
      sendRequest(path, { method: 'DELETE', ifMatch: media.etag, query: force ? { force: 'true' } : {} }),
    async onSuccess() {
      notifications.show({ message: texts.deleted });
      go(mediaHref(space));
      client.removeQueries({ queryKey: ['item', path] });
      await client.invalidateQueries();
    },
  });
}
