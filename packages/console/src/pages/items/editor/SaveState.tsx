import { Button, Text } from '@mantine/core';
import { ApiError } from '../../../api/request.ts';
import { useIsSignedOut } from '../../../api/signedOut.ts';
import { useErrorText } from '../../../parts/describeError.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { memberAt } from '../document/faults.ts';
import { fieldLabel } from '../document/fields.ts';
import type { Editing } from './useEditing.ts';

type Props = {
  readonly editing: Editing;
  readonly canEdit: boolean;
  /** Goes to a field. */
  readonly onGo: (path: string) => void;
};

/** Whether everything is saved, and if not, why; a click leads to what is to be done. */
export function SaveState({ editing, canEdit, onGo }: Props) {
  const texts = useWords().itemPage;
  const names = useWords().members;
  const { saveHint } = useWords().editor;
  const reason = useUnsavedReason(editing);
  const { work, isSaving, isBehind, heldReason } = editing;
  if (!canEdit) return null;
  if (isBehind)
    return (
      <Button
        size="compact-sm"
        color="orange"
        variant="light"
        onClick={editing.resolve}
        className="item-unsaved"
      >
        {texts.resolve}
      </Button>
    );
  const [fault] = editing.invalid;
  if (fault !== undefined && reason === undefined) {
    const field = `${fieldLabel(memberAt(fault.path), names)}: ${fault.message}`;
    // Everything else is saved.
    const message = work.base === undefined ? texts.notSaved(fault.message) : texts.notSaved(field);
    return (
      <Button
        size="compact-sm"
        color="red"
        variant="light"
        title={message}
        onClick={() => onGo(fault.path)}
        className="item-unsaved"
      >
        {message}
      </Button>
    );
  }
  const state =
    isSaving || (work.isDirty && heldReason === undefined)
      ? texts.saving
      : (heldReason ?? (work.base === undefined ? '' : texts.allSaved));
  return (
    <Text
      size="sm"
      {...(reason === undefined ? { c: 'dimmed' } : { c: 'red', fw: 600 })}
      role="status"
      title={reason ?? saveHint}
      className={reason === undefined ? 'item-save-state' : 'item-unsaved'}
    >
      {reason ?? state}
    </Text>
  );
}

/** Why nothing can be saved at the moment; undefined if it can. */
function useUnsavedReason({ work, json, isPassing, failure, isSaving }: Editing): string | undefined {
  const texts = useWords().itemPage;
  const errorText = useErrorText();
  const isSignedOut = useIsSignedOut();
  if (isSignedOut && work.isDirty) return texts.notSaved(texts.signedOut);
  if (json.fault !== undefined) return texts.notSaved(json.fault);
  if (!work.isDirty || failure === undefined || (isSaving && !isPassing)) return undefined;
  const { error } = failure;
  const { title, message } = errorText(error);
  const reason =
    error instanceof ApiError && error.problem.status === undefined ? texts.noConnection : message || title;
  return isPassing ? texts.notSavedYet(reason) : texts.notSaved(reason);
}
