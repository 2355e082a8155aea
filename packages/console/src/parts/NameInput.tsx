import { TextInput } from '@mantine/core';

type Props = {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
};

/** The first field of a dialog: the name of something new. */
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
