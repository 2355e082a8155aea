import { ActionIcon, Group, Input, Slider, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useWords } from '../../../words/LanguageProvider.tsx';

type Props = {
  readonly label: string;
  readonly value: number | undefined;
  /** Where the slider stands while nothing is set. */
  readonly neutral: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number | undefined) => void;
  readonly error?: string | undefined;
};

/** A number on a slider, which may also not be set. */
export function SliderField({ label, value, neutral, min, max, step = 1, onChange, error }: Props) {
  const texts = useWords().operations;
  return (
    <Input.Wrapper error={error}>
      <Group justify="space-between" wrap="nowrap" mih={28}>
        <Text size="sm" fw={500} aria-hidden>
          {label}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Text size="sm" {...(value === undefined && { c: 'dimmed' })}>
            {value ?? '–'}
          </Text>
          {value !== undefined && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.unset(label)}
              onClick={() => onChange(undefined)}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Slider
        thumbLabel={label}
        value={Math.min(max, Math.max(min, value ?? neutral))}
        min={min}
        max={max}
        step={step}
        label={null}
        startPointValue={neutral}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
