import { Alert, Button, Group, List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { Media } from '@newsstand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isBatchResult } from '../../api/checks.ts';
import { type SpacePlace, spacePath } from '../../api/places.ts';
import { fetchJson } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { refusedRemovals } from './refusedRemovals.ts';

type Props = {
  readonly space: SpacePlace;
  readonly list: readonly Media[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
};

/** What can be done with all that is selected. */
export function SelectionBar({ space, list, selected, onSelect }: Props) {
  const texts = useWords().gallery;
  const removal = useRemoval(space, [...selected], () => onSelect(new Set()));
  const ask = () =>
    modals.openConfirmModal({
      title: texts.deleteTitle(selected.size),
      children: <Text size="sm">{texts.deleteText}</Text>,
      labels: { confirm: texts.delete, cancel: texts.keep },
      confirmProps: { color: 'red' },
      onConfirm: () => removal.mutate(),
    });
  return (
    <>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onSelect(new Set([...selected, ...list.map(({ mediaId }) => mediaId)]))}
        >
          {texts.selectPage}
        </Button>
        {selected.size > 0 && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => onSelect(new Set())}>
              {texts.selectNone}
            </Button>
            <Button size="compact-sm" color="red" variant="light" onClick={ask} loading={removal.isPending}>
              {texts.delete}
            </Button>
            <Text size="sm" role="status">
              {texts.selected(selected.size)}
            </Text>
          </>
        )}
      </Group>
      <RemovalTrouble error={removal.error} ids={[...selected]} list={list} />
    </>
  );
}

function RemovalTrouble({
  error,
  ids,
  list,
}: {
  readonly error: unknown;
  readonly ids: readonly string[];
  readonly list: readonly Media[];
}) {
  const texts = useWords().gallery;
  if (error === null) return null;
  const refused = refusedRemovals(error, ids);
  if (refused.length === 0) return <ErrorAlert error={error} />;
  return (
    <Alert color="red" role="alert" title={texts.stillUsed}>
      <List size="sm">
        {refused.map(({ id, message }) => (
          <List.Item key={id}>
            {list.find(({ mediaId }) => mediaId === id)?.name ?? id}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function useRemoval(space: SpacePlace, ids: readonly string[], onDone: () => void) {
  const texts = useWords().gallery;
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const changes = ids.map((id) => ({ kind: 'media', id, action: 'delete' }));
      return fetchJson(`${spacePath(space)}/batch`, isBatchResult, { method: 'POST', body: { changes } });
    },
    async onSuccess({ changed }) {
      notifications.show({ message: texts.deleted(changed) });
      onDone();
      await client.invalidateQueries();
    },
  });
}
