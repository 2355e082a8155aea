import { Alert, Button, Group, Loader, Stack, TextInput } from '@mantine/core';
import { limits } from '@newsstand/contract/plain';
import { type KeyboardEvent, useState } from 'react';
import type { Label, LabelShelf } from '../../api/labels.ts';
import { useItem } from '../../api/queries.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { newerVersion, useRename } from './useLabelChange.ts';

type EditingProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onClose: () => void };

/** Edits the name and the alias in place. */
export function LabelEditing({ shelf, label, onClose }: EditingProps) {
  const { data, error } = useItem(shelf, label.id);
  if (error) return <ErrorAlert error={error} />;
  if (data === undefined) return <Loader size="sm" />;
  return <EditingForm shelf={shelf} label={label} etag={data.etag} onClose={onClose} />;
}

function EditingForm({ shelf, label, etag, onClose }: EditingProps & { readonly etag: string }) {
  const texts = useWords().labels;
  const [draft, setDraft] = useState({ name: label.name, alias: label.alias });
  // The version that editing started from: any later one is somebody else's.
  const [seen] = useState(etag);
  const { mutate, error, isPending } = useRename(shelf, label.id, onClose);
  const newer = newerVersion(error);
  const cancel = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
  };
  return (
    <form
      onKeyDown={cancel}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ ...draft, etag: newer?.etag ?? seen });
      }}
    >
      <Stack gap="xs">
        <Group gap="sm" align="flex-end">
          <TextInput
            label={texts.name}
            required
            autoFocus
            flex={1}
            miw={160}
            maxLength={limits.nameCharacters}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <TextInput
            label={texts.alias}
            flex={1}
            miw={160}
            maxLength={255}
            value={draft.alias}
            onChange={(event) => setDraft({ ...draft, alias: event.currentTarget.value })}
          />
          <Group gap="xs">
            <Button type="submit" loading={isPending} disabled={draft.name.trim() === ''}>
              {texts.save}
            </Button>
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
          </Group>
        </Group>
        <RenameError error={error} newer={newer} />
      </Stack>
    </form>
  );
}

function RenameError({
  error,
  newer,
}: {
  readonly error: unknown;
  readonly newer: ReturnType<typeof newerVersion>;
}) {
  const texts = useWords().labels;
  if (error === null) return null;
  if (newer === undefined) return <ErrorAlert error={error} />;
  return (
    <Alert color="orange" role="alert">
      {newer === null ? texts.goneMeanwhile : texts.changedMeanwhile(newer.name)}
    </Alert>
  );
}
