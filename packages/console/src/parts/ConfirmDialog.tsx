import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../words/LanguageProvider.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';
import { Modal } from './Modal.tsx';
import { useReturnFocus } from './useReturnFocus.ts';

type Props = {
  readonly title: string;
  /** What will happen, one paragraph each. */
  readonly texts: readonly string[];
  readonly confirm: string;
  readonly isDanger?: boolean;
  /** A choice, below the paragraphs. */
  readonly children?: ReactNode;
  /** The mutation to run on confirmation. */
  readonly work: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  readonly onClose: () => void;
};

/** A confirmation dialog that runs a mutation, and shows its error. */
export function ConfirmDialog({ title, texts, confirm, isDanger = false, children, work, onClose }: Props) {
  useReturnFocus();
  const { cancel } = useWords().dialog;
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {texts.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        {children}
        {work.error && <ErrorAlert error={work.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button color={isDanger ? 'red' : 'kiosk'} loading={work.isPending} onClick={() => work.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type ConfirmOptions = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly isDanger?: boolean;
};

/** Asks for confirmation, and resolves to true if it is given. */
export function confirm({ title, text, confirm, cancel, isDanger = true }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm, cancel },
      confirmProps: { color: isDanger ? 'red' : 'kiosk' },
      cancelProps: { 'data-autofocus': true },
      centered: true,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
