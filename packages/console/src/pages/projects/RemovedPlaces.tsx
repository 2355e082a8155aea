import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { RemovedPlaceView } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRemovedPlaces } from '../../api/checks.ts';
import { ApiError, fetchJson, sendRequest } from '../../api/request.ts';
import { IconRestore } from '../../icons/icons.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { isId } from './CreateDialog.tsx';
import { idOf } from './PlaceDialog.tsx';

/** What was removed and can be restored; nothing if there is none. */
export function RemovedPlaces() {
  const texts = useWords().places;
  const { data, error } = useQuery({
    queryKey: ['removed-places'],
    queryFn: ({ signal }) => fetchJson('/removed-places', isRemovedPlaces, { signal }),
  });
  if (error !== null) return <ErrorAlert error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <Panel title={texts.removedTitle}>
      {data.map((removed) => (
        <Removed key={removed.removalId} removed={removed} />
      ))}
    </Panel>
  );
}

function Removed({ removed }: { readonly removed: RemovedPlaceView }) {
  const texts = useWords().places;
  const nameOf = useActorName();
  const { language } = useLanguage();
  const client = useQueryClient();
  const { place, removedAt, removedBy, until } = removed;
  const [id, setId] = useState(idOf(place));
  const path = [place.projectId, place.spaceId, place.instanceId]
    .filter((each) => each !== undefined)
    .join(' / ');
  const name = removed.name ?? idOf(place);
  const when = (at: number) => formatDateTime(at, language, timeZone);
  const work = useMutation({
    mutationFn: () =>
      sendRequest(`/removed-places/${removed.removalId}/restore`, {
        ...{ method: 'POST', body: id === idOf(place) ? {} : { id } },
      }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.restored(name), color: 'green' });
    },
  });
  const isTaken = work.error instanceof ApiError && work.error.problem.status === 409;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600} className="long-text">
            {removed.name ?? path}{' '}
            {removed.name !== undefined && (
              <Text span size="xs" c="dimmed">
                {path}
              </Text>
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.removedFact(nameOf(removedBy), when(removedAt), when(until))}
          </Text>
        </div>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconRestore size={14} aria-hidden />}
          aria-label={texts.restoreLabel(name)}
          loading={work.isPending}
          disabled={!isId(id)}
          onClick={() => work.mutate()}
        >
          {texts.restore}
        </Button>
      </Group>
      {work.error && <ErrorAlert error={work.error} />}
      {isTaken && (
        <TextInput
          label={texts.taken}
          value={id}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
      )}
    </Stack>
  );
}
