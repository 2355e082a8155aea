import { Code, NumberInput, Switch, TextInput } from '@mantine/core';
import type { Kind } from '@newsstand/contract';
import { limits, type ParameterName, parameters } from '@newsstand/contract/plain';
import { useWords } from '../../words/LanguageProvider.tsx';
import { NameInput, NamesInput } from './NameInput.tsx';
import type { Question } from './Question.ts';
import { SortInput } from './SortInput.tsx';

type InputProps = {
  readonly name: Exclude<ParameterName, 'previewAt'>;
  readonly question: Question;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
};

/** What IDs of other kinds are meant by a parameter. */
const meant: { readonly [Name in ParameterName]?: Kind } = { category: 'category', tags: 'tag' };

/** The input that fits a parameter. */
export function ParameterInput({ name, question, error, onChange }: InputProps) {
  const texts = useWords().explorer;
  const { operation, values } = question;
  const value = values[name] ?? '';
  const label = (
    <>
      {texts.parameters[name]} <Code>{name}</Code>
    </>
  );
  const kind = meant[name] ?? operation.kind;
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
      return <NameInput kind={kind} place={question} placeholder={texts.idHint} {...shared} />;
    case 'ids':
    case 'names':
      return <NamesInput kind={kind} place={question} placeholder={texts.severalHint} {...shared} />;
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
