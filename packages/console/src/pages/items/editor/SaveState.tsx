import { Button, Text } from '@mantine/core';
import { useErrorText } from '../../../parts/describeError.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Editing } from './useEditing.ts';

/** Whether everything is saved, and if not, why. */
export function SaveState({ editing, canEdit }: { readonly editing: Editing; readonly canEdit: boolean }) {
  const texts = useWords().itemPage;
  const { saveHint } = useWords().editor;
  if (!canEdit) return null;
  if (editing.isBehind)
    return (
      <Button size="compact-sm" color="orange" variant="light" onClick={editing.resolve}>
        {texts.resolve}
      </Button>
    );
  return (
    <Text size="sm" c="dimmed" role="status" title={saveHint} className="item-save-state">
      <SaveText editing={editing} />
    </Text>
  );
}

function SaveText({ editing }: { readonly editing: Editing }) {
  const texts = useWords().itemPage;
  const errorText = useErrorText();
  const { work, json, isSaving, isOffline, failure, unsavedReason } = editing;
  if (json.fault !== undefined) return texts.notSaved(json.fault);
  if (isSaving) return texts.saving;
  if (!work.isDirty) return work.base === undefined ? '' : texts.allSaved;
  if (unsavedReason !== undefined) return texts.notSaved(unsavedReason);
  if (isOffline) return texts.offline;
  if (failure !== undefined) {
    const { title, message } = errorText(failure.error);
    return texts.notSaved(message || title);
  }
  return texts.saving;
}
