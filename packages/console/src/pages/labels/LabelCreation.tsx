import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Trouble } from '../../parts/Trouble.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { LabelShelf } from './Label.ts';
import { useCreation } from './useLabelChange.ts';

type CreationProps = {
  readonly shelf: LabelShelf;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Asks for a new category or tag. */
export function LabelCreation({ shelf, isOpen, onClose }: CreationProps) {
  const texts = useWords().labels;
  return (
    <Modal centered opened={isOpen} onClose={onClose} title={texts.create[shelf.kind]}>
      <CreationForm shelf={shelf} onClose={onClose} />
    </Modal>
  );
}

function CreationForm({ shelf, onClose }: Omit<CreationProps, 'isOpen'>) {
  const texts = useWords().labels;
  const [draft, setDraft] = useState({ name: '', alias: '' });
  const { mutate, error, isPending } = useCreation(shelf, onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(draft);
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          required
          data-autofocus
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <TextInput
          label={texts.alias}
          description={texts.aliasHint}
          maxLength={255}
          value={draft.alias}
          onChange={(event) => setDraft({ ...draft, alias: event.currentTarget.value })}
        />
        {error && <Trouble error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={draft.name.trim() === ''}>
            {texts.create[shelf.kind]}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
