import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { UseMutationResult } from '@tanstack/react-query';
import { useWords } from '../words/LanguageProvider.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';
import { useFocusBack } from './useFocusBack.ts';

type Props = {
  readonly title: string;
  /** What will happen, a paragraph each. */
  readonly texts: readonly string[];
  readonly confirm: string;
  readonly isDanger?: boolean;
  /** What is done when it is meant. */
  readonly work: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  readonly onClose: () => void;
};

/** Asks before something that cannot be taken back, and says where it was refused. */
export function ConfirmDialog({ title, texts, confirm, isDanger = false, work, onClose }: Props) {
  useFocusBack();
  const { cancel } = useWords().dialog;
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {texts.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        {work.error && <ErrorAlert error={work.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button color={isDanger ? 'red' : 'ink'} loading={work.isPending} onClick={() => work.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type Question = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly isDanger?: boolean;
};

/** Asks before something that may not be meant; true where it is. */
export function askFirst({ title, text, confirm, cancel, isDanger = true }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm, cancel },
      confirmProps: { color: isDanger ? 'red' : 'ink' },
      cancelProps: { 'data-autofocus': true },
      centered: true,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
