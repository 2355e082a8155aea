import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../words/LanguageProvider.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';
import { Modal } from './Modal.tsx';

const gracePeriods = ['0', '3600000', '86400000', '604800000'] as const;

type Props = {
  readonly title: string;
  readonly text: string;
  /** The label of the grace periods. */
  readonly grace: string;
  /** What it means to have none. */
  readonly now: string;
  readonly onRotate: (graceMilliseconds: number) => void;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
};

/** Asks how long the old secret stays valid when a new one is created. */
export function RotationDialog({ title, text, grace, now, onRotate, isPending, error, onClose }: Props) {
  const words = useWords().keys;
  const [chosen, setChosen] = useState<string>('86400000');
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack
        component="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onRotate(Number(chosen));
        }}
      >
        <Text size="sm">{text}</Text>
        <Radio.Group label={grace} value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {gracePeriods.map((each) => (
              <Radio
                key={each}
                value={each}
                data-autofocus={each === chosen || undefined}
                label={words.rotation.gracePeriods[each]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm" fw={600} aria-live="polite">
          {chosen === '0' && now}
        </Text>
        {error !== null && <ErrorAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {words.rotation.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
