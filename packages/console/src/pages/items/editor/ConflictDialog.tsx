import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { useActorName } from '../../../parts/useActorName.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { contentOf } from '../document/Document.ts';
import { MergeDialog, MergeForm, useSavedText } from './MergeForm.tsx';
import type { SaveConflict } from './saveConflict.ts';
import type { Editing } from './useEditing.ts';

type DialogProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly conflict: SaveConflict;
};

/** Compares what is written here with what somebody else has saved in the same places, and saves what is chosen. */
export default function ConflictDialog({ shelf, editing, conflict }: DialogProps) {
  const texts = useWords().conflict;
  const saved = useSavedText();
  // What is saved while both are compared is merged when the choices are.
  const [{ theirs, base, document, changedAt }] = useState({
    theirs: conflict.theirs,
    changedAt: editing.work.changedAt(),
    ...editing.work.latest(),
  });
  return (
    <MergeDialog title={texts.title} onClose={editing.dismiss}>
      {theirs === undefined ? (
        <DeletedNotice editing={editing} by={conflict.by} />
      ) : (
        <MergeForm
          space={shelf}
          base={contentOf(base) ?? {}}
          theirs={contentOf(theirs) ?? {}}
          yours={document}
          names={texts.names}
          about={{ theirs: saved(conflict.by, conflict.at), yours: texts.now }}
          newer={(conflict.at ?? 0) > changedAt ? 'theirs' : 'yours'}
          onSave={(merged) => editing.saveMerged(theirs, merged)}
          onClose={editing.dismiss}
        />
      )}
    </MergeDialog>
  );
}

function DeletedNotice({ editing, by }: { readonly editing: Editing; readonly by: string | undefined }) {
  const texts = useWords().conflict;
  const nameOf = useActorName();
  return (
    <Stack>
      <Alert color="yellow">{texts.gone(by === undefined ? texts.somebody : nameOf(by))}</Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={editing.dismiss} data-autofocus>
          {texts.later}
        </Button>
        <Button onClick={editing.putBack}>{texts.putBack}</Button>
      </Group>
    </Stack>
  );
}
