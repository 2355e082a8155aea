import { ActionIcon, Group, Input, NativeSelect, Slider, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconX } from '../../../icons/icons.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { ControlFaults, Settings } from './settings.ts';

/** The props of every group of controls. */
export type ControlProps = {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly faults: ControlFaults;
};

type ChoiceFieldProps<Value extends string> = {
  readonly label: string;
  readonly description?: string;
  readonly value: Value | undefined;
  /** Labels by value; the empty value means that nothing is set. */
  readonly choices: Readonly<Record<Value | '', string>>;
  readonly onChange: (value: Value | undefined) => void;
  readonly error?: string | undefined;
};

/** A choice of a few values, or none. */
export function ChoiceField<Value extends string>({
  choices,
  value,
  onChange,
  ...field
}: ChoiceFieldProps<Value>) {
  const isChoice = (text: string): text is Value => text !== '' && Object.hasOwn(choices, text);
  return (
    <NativeSelect
      {...field}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(isChoice(currentTarget.value) ? currentTarget.value : undefined)
      }
      data={Object.entries<string>(choices).map(([choice, label]) => ({ value: choice, label }))}
    />
  );
}

type RawFieldProps = {
  readonly label: string;
  readonly text: string | undefined;
  /** Whether the controls can show the text; otherwise it is shown as it is. */
  readonly isRead: boolean;
  readonly onChange: (text: string | undefined) => void;
  readonly error?: string | undefined;
  readonly children: ReactNode;
};

/** Controls for a text, or the text itself if they cannot show it. */
export function RawField({ label, text, isRead, onChange, error, children }: RawFieldProps) {
  const texts = useWords().operations;
  if (text === undefined || isRead) return children;
  return (
    <TextInput
      label={texts.raw(label)}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      error={error}
    />
  );
}

type SliderFieldProps = {
  readonly label: string;
  readonly value: number | undefined;
  /** The position of the slider while nothing is set. */
  readonly neutral: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number | undefined) => void;
  readonly error?: string | undefined;
};

/** A slider for a number that may be unset. */
export function SliderField({
  label,
  value,
  neutral,
  min,
  max,
  step = 1,
  onChange,
  error,
}: SliderFieldProps) {
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
