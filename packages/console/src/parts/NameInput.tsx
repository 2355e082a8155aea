import { TextInput } from '@mantine/core';

type Props = {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
};

/** Asks for the name of something new; a dialog begins with it. */
export function NameInput({ onChange, ...props }: Props) {
  return (
    <TextInput
      {...props}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={100}
      required
      data-autofocus
    />
  );
}
