import { Switch, Textarea, TextInput } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { type Field, fieldLabel } from '../document/fields.ts';
import { useField } from './EditorContext.tsx';

type TextFieldProps = {
  readonly field: Field<string>;
  readonly description?: string;
  readonly type?: 'url';
  readonly rows?: number;
  readonly maxLength?: number;
};

/** A text field of the item. */
export function TextField({ field, description, type, rows, maxLength }: TextFieldProps) {
  const names = useWords().members;
  const { id, value, set, error } = useField(field);
  const shared = {
    ...{ id, value, error, label: fieldLabel(field.path, names) },
    ...(description !== undefined && { description }),
    ...(maxLength !== undefined && { maxLength }),
  };
  if (rows !== undefined) {
    return (
      <Textarea {...shared} autosize minRows={rows} onChange={(event) => set(event.currentTarget.value)} />
    );
  }
  return (
    <TextInput {...shared} {...(type && { type })} onChange={(event) => set(event.currentTarget.value)} />
  );
}

/** A switch of the item. */
export function FlagField({
  field,
  description,
}: {
  readonly field: Field<boolean>;
  readonly description: string;
}) {
  const names = useWords().members;
  const { id, value, set, error } = useField(field);
  return (
    <Switch
      id={id}
      label={fieldLabel(field.path, names)}
      description={description}
      checked={value}
      error={error}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}
