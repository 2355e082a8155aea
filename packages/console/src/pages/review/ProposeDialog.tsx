import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { useKeptText } from '../../parts/useKeptText.ts';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { DateTimeInput } from '../../time/DateTimeInput.tsx';
import { describeHiding } from '../../time/describeTimes.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { hiddenUntil } from '../items/document/publication.ts';
import type { Editing } from '../items/editor/useEditing.ts';
import { RemarkInput } from './Thread.tsx';

type Props = {
  readonly editing: Editing;
  /** Whether somebody else has to publish it, whoever proposes it. */
  readonly isFourEyes: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onPropose: (order: { readonly message?: string; readonly publishAt?: number }) => void;
  readonly onClose: () => void;
  /** Where an unsent message is kept. */
  readonly keptAs: string;
};

/** Asks what reviewers should know, and when it should be published. */
export default function ProposeDialog({
  editing,
  isFourEyes,
  isPending,
  error,
  onPropose,
  onClose,
  keptAs,
}: Props) {
  useReturnFocus();
  const { review: texts, dialog } = useWords();
  const [message, setMessage] = useKeptText(keptAs);
  const [publishAt, setPublishAt] = useState<number>();
  const { language } = useLanguage();
  const { base, document } = editing.work;
  const hidden = hiddenUntil(base?.item, document, publishAt ?? Date.now());
  const isPast = publishAt !== undefined && publishAt <= Date.now();
  const send = () => {
    if (isPending || isPast) return;
    const text = message.trim();
    onPropose({ ...(text !== '' && { message: text }), ...(publishAt !== undefined && { publishAt }) });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <Modal opened onClose={onClose} title={texts.proposeTitle}>
      <form onSubmit={onSubmit}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {isFourEyes ? texts.proposeFourEyes : texts.proposeText}
          </Text>
          <RemarkInput
            label={texts.message}
            text={message}
            setText={setMessage}
            send={send}
            minRows={3}
            maxRows={10}
            data-autofocus
          />
          <DateTimeInput
            label={texts.wishLabel}
            placeholder={texts.wishNone}
            value={publishAt}
            onChange={setPublishAt}
            error={isPast ? texts.wishPassed : undefined}
          />
          {hidden !== undefined && (
            <Alert color="red" role="alert">
              {describeHiding(hidden, publishAt, language, timeZone)}
            </Alert>
          )}
          {error !== null && error !== undefined && <ErrorAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {dialog.cancel}
            </Button>
            <Button type="submit" loading={isPending} disabled={isPast} title={texts.sendHint}>
              {texts.propose}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
