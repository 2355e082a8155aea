import { NativeSelect } from '@mantine/core';

type Props<Value extends string> = {
  readonly label: string;
  readonly description?: string;
  readonly value: Value | undefined;
  /** By value; the empty one stands for nothing that is set. */
  readonly choices: Readonly<Record<Value | '', string>>;
  readonly onChange: (value: Value | undefined) => void;
  readonly error?: string | undefined;
};

/** One of a few, or nothing. */
export function ChoiceField<Value extends string>({ choices, value, onChange, ...field }: Props<Value>) {
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
