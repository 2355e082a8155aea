import { Autocomplete, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { OperatorView } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useProjects } from '../../api/SessionProvider.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = {
  readonly params: URLSearchParams;
  readonly onChange: (name: string, value: string) => void;
};

/** Whose deeds, in which project, to what. */
export function AuditFilters({ params, onChange }: Props) {
  const texts = useWords().audit;
  const owned = useProjects().filter(({ role }) => role === 'owner');
  return (
    <Group role="search" aria-label={texts.filters} align="flex-end" grow preventGrowOverflow={false}>
      <Select
        label={texts.project}
        data={[
          { value: '', label: texts.anyProject },
          ...owned.map(({ projectId }) => ({ value: projectId, label: projectId })),
        ]}
        value={params.get('projectId') ?? ''}
        onChange={(value) => onChange('projectId', value ?? '')}
        allowDeselect={false}
        miw={150}
      />
      <OperatorFilter params={params} onChange={onChange} />
      <TargetFilter params={params} onChange={onChange} />
    </Group>
  );
}

const typingMilliseconds = 300;

function OperatorFilter({ params, onChange }: Props) {
  const texts = useWords().audit;
  const operators = useQuery({
    queryKey: ['operators'],
    queryFn: () => ask<OperatorView[]>('/operators'),
  });
  const [text, setText] = useState(params.get('by') ?? '');
  const tell = useDebouncedCallback((value: string) => onChange('by', value), typingMilliseconds);
  return (
    <Autocomplete
      label={texts.by}
      placeholder={texts.byHint}
      data={[...(operators.data ?? []).map(({ operatorId }) => operatorId), 'command line', 'nobody']}
      value={text}
      onChange={(value) => {
        setText(value);
        tell(value.trim());
      }}
      autoCapitalize="none"
      miw={150}
    />
  );
}

function TargetFilter({ params, onChange }: Props) {
  const texts = useWords().audit;
  const [text, setText] = useState(params.get('target') ?? '');
  const tell = useDebouncedCallback((value: string) => onChange('target', value), typingMilliseconds);
  return (
    <TextInput
      label={texts.target}
      placeholder={texts.targetHint}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        tell(currentTarget.value.trim());
      }}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={500}
      miw={150}
    />
  );
}
