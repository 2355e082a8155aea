import { Alert, Button, Group, List, Loader, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Place } from '@newsstand/contract/manage';
import { restorableDays } from '@newsstand/contract/manage/plain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isPlaceContents } from '../../api/checks.ts';
import { placePath } from '../../api/paths.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { isId } from './CreateDialog.tsx';

/** A place that can be changed, with its app if it is an instance. */
export type KnownPlace = Place & {
  readonly app?: 'news' | 'banner' | undefined;
  readonly name?: string | undefined;
};

type Props = { readonly place: KnownPlace; readonly onClose: () => void };

/** The ID of a place. */
export function idOf({ projectId, spaceId, instanceId }: Place): string {
  return instanceId ?? spaceId ?? projectId;
}

/** Changes the name or the ID of a project, space or instance, or removes it with everything in it. */
export function PlaceDialog({ place, onClose }: Props) {
  useReturnFocus();
  const texts = useWords().places;
  const [isRemoving, setRemoving] = useState(false);
  const title = place.name ?? idOf(place);
  return (
    <Modal opened onClose={onClose} title={isRemoving ? texts.removeTitle(title) : texts.title(title)}>
      {isRemoving ? (
        <Removal place={place} onClose={onClose} />
      ) : (
        <Stack>
          <NameForm place={place} onClose={onClose} />
          <Group>
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {texts.remove}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function NameForm({ place, onClose }: Props) {
  const { places: texts, projects } = useWords();
  const client = useQueryClient();
  const [name, setName] = useState(place.name ?? '');
  const [id, setId] = useState(idOf(place));
  const isMoved = id !== idOf(place);
  const work = useMutation({
    mutationFn: () =>
      sendRequest(placePath(place), {
        method: 'PATCH',
        body: { name: name.trim() === '' ? null : name.trim(), ...(isMoved && { id }) },
      }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.saved, color: 'green' });
      onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isId(id)) work.mutate();
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          maxLength={255}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={texts.id}
          description={texts.idHint}
          value={id}
          error={!isId(id) && projects.form.idWrong}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
        {isMoved && (
          <Alert color="yellow" role="alert">
            {texts.idWarning}
          </Alert>
        )}
        {work.error && <ErrorAlert error={work.error} />}
        <Button type="submit" color={isMoved ? 'red' : 'kiosk'} loading={work.isPending}>
          {isMoved ? texts.saveId : texts.save}
        </Button>
      </Stack>
    </form>
  );
}

function Removal({ place, onClose }: Props) {
  const { places: texts, dialog } = useWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const path = placePath(place);
  const contents = useQuery({
    queryKey: ['contents', path],
    queryFn: ({ signal }) => fetchJson(`${path}/contents`, isPlaceContents, { signal }),
    staleTime: 0,
  });
  const work = useMutation({
    mutationFn: () => sendRequest(`${path}/remove`, { method: 'POST', body: { confirm: typed } }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.removed(place.name ?? idOf(place)) });
      onClose();
    },
  });
  const { data } = contents;
  const counts = (['news', 'banners', 'media', 'categories', 'tags'] as const).filter((kind) => data?.[kind]);
  const kept = (['keys', 'operators', 'webhooks'] as const).filter((kind) => data?.[kind].length);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === idOf(place)) work.mutate();
      }}
    >
      <Stack>
        <Alert color="red" role="alert">
          {texts.removeText(restorableDays)}
        </Alert>
        {contents.error && <ErrorAlert error={contents.error} />}
        {contents.isPending && <Loader size="sm" />}
        {data && (
          <Text size="sm">
            {texts.holds}:{' '}
            {counts.length === 0
              ? texts.empty
              : counts.map((kind) => texts.counts[kind](data[kind])).join(', ')}
          </Text>
        )}
        {data && kept.length > 0 && (
          <div>
            <Text size="sm">{texts.kept}</Text>
            <List size="sm">
              {kept.map((kind) => (
                <List.Item key={kind} className="long-text">
                  {texts[kind](data[kind].join(', '))}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <TextInput
          label={texts.confirm(idOf(place))}
          value={typed}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          data-autofocus
        />
        {work.error && <ErrorAlert error={work.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {dialog.cancel}
          </Button>
          <Button type="submit" color="red" disabled={typed !== idOf(place)} loading={work.isPending}>
            {texts.confirmButton}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
