import {
  ActionIcon,
  Button,
  Code,
  Group,
  Input,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import type { Kind } from '@newsstand/contract';
import { limits, type ParameterName, parameters, plainKinds } from '@newsstand/contract/plain';
import { type ReactNode, useId } from 'react';
import { IconArrowUp, IconPlus, IconX } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { ExplorerRequest } from './ExplorerRequest.ts';
import { NameInput, NamesInput } from './IdInput.tsx';

type InputProps = {
  readonly name: Exclude<ParameterName, 'previewAt'>;
  readonly request: ExplorerRequest;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
};

/** The kind whose IDs a parameter takes, if it is not that of the operation. */
const referencedKind: { readonly [Name in ParameterName]?: Kind } = { category: 'category', tags: 'tag' };

/** The input for a parameter. */
export function ParameterInput({ name, request, error, onChange }: InputProps) {
  const texts = useWords().explorer;
  const { operation, values } = request;
  const value = values[name] ?? '';
  const label = (
    <>
      {texts.parameters[name]} <Code>{name}</Code>
    </>
  );
  const kind = referencedKind[name] ?? operation.kind;
  const shared = { label, value, error, onChange };
  const { type } = parameters[name];
  switch (type) {
    case 'integer':
      return <WholeNumberInput name={name} {...shared} />;
    case 'boolean':
      return (
        <Switch
          label={label}
          error={error}
          checked={value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
        />
      );
    case 'sort':
      return <SortInput kind={operation.kind} {...shared} />;
    case 'name':
      return <NameInput kind={kind} scope={request} placeholder={texts.idHint} {...shared} />;
    case 'ids':
    case 'names':
      return <NamesInput kind={kind} scope={request} placeholder={texts.severalHint} {...shared} />;
    case 'text':
      return (
        <TextInput
          {...shared}
          maxLength={limits.searchCharacters.max}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

function WholeNumberInput({
  name,
  value,
  onChange,
  ...props
}: Pick<InputProps, 'name' | 'error' | 'onChange'> & {
  readonly label: React.ReactNode;
  readonly value: string;
}) {
  const texts = useWords().explorer;
  const bounds = name === 'size' ? limits.pageSize : limits.page;
  return (
    <NumberInput
      {...props}
      value={value}
      onChange={(next) => onChange(`${next}`)}
      placeholder={texts.usual(`${bounds.default}`)}
      min={bounds.min}
      max={bounds.max}
      allowDecimal={false}
      allowNegative={false}
    />
  );
}

type SortProps = {
  readonly kind: Kind;
  readonly label: ReactNode;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
};

/** Builds a sort order, field by field. */
function SortInput({ kind, label, value, error, onChange }: SortProps) {
  const texts = useWords().explorer.sort;
  const labelId = useId();
  const { defaultSort, idField } = plainKinds[kind];
  const sortFields: readonly string[] = plainKinds[kind].sortFields;
  const items = value === '' ? [] : value.split(',');
  const used = items.map((item) => item.split(':')[0] ?? '');
  const free = sortFields.filter((field) => !used.includes(field));
  // IDs are unique, so a field after the ID would sort nothing.
  const nextField = free.find((field) => field !== idField) ?? idField;
  const change = (next: readonly string[]) => onChange(next.join(','));
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: labelId }} error={error}>
      <Stack gap="xs" role="group" aria-labelledby={labelId}>
        {items.map((item, at) => (
          <SortRow
            key={used[at]}
            number={at + 1}
            item={item}
            fields={sortFields.filter((field) => field === used[at] || free.includes(field))}
            onChange={(next) => change(items.with(at, next))}
            onRemove={() => change(items.toSpliced(at, 1))}
            onRaise={at > 0 && (() => change(items.toSpliced(at, 1).toSpliced(at - 1, 0, item)))}
          />
        ))}
        <Group gap="sm">
          {free.length > 0 && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => change([...items, `${nextField}:asc`])}
            >
              {texts.add}
            </Button>
          )}
          {items.length === 0 && (
            <Text size="sm" c="dimmed">
              {texts.none(defaultSort)}
            </Text>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

type RowProps = {
  readonly number: number;
  readonly item: string;
  readonly fields: readonly string[];
  readonly onChange: (item: string) => void;
  readonly onRemove: () => void;
  readonly onRaise: false | (() => void);
};

function SortRow({ number, item, fields, onChange, onRemove, onRaise }: RowProps) {
  const texts = useWords().explorer.sort;
  const [field = '', direction = 'asc'] = item.split(':');
  return (
    <Group gap={6} wrap="nowrap">
      <Select
        flex={1}
        aria-label={texts.field(number)}
        data={[...fields]}
        value={field}
        onChange={(next) => onChange(`${next ?? field}:${direction}`)}
        allowDeselect={false}
      />
      <Select
        flex={1}
        aria-label={texts.direction(number)}
        data={[
          { value: 'asc', label: texts.asc },
          { value: 'desc', label: texts.desc },
        ]}
        value={direction}
        onChange={(next) => onChange(`${field}:${next ?? direction}`)}
        allowDeselect={false}
      />
      {onRaise && (
        <ActionIcon variant="subtle" size="lg" aria-label={texts.raise(field)} onClick={onRaise}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.remove(field)} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
