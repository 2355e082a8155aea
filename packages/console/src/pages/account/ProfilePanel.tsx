import { Button, List, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { roleInWords } from '../../parts/roleInWords.ts';
import { Trouble } from '../../parts/Trouble.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** The own name, which can be changed, and the own roles, which only others change. */
export function ProfilePanel() {
  const texts = useWords().account;
  const { language } = useLanguage();
  const { operator } = useSession();
  return (
    <Panel title={texts.you}>
      <NameForm operatorId={operator.operatorId} known={operator.name} />
      <Text size="sm">
        {texts.operatorId}: <strong>{operator.operatorId}</strong>
      </Text>
      <Text size="sm">{texts.roles}:</Text>
      <List size="sm">
        {operator.roles.map((grant) => (
          <List.Item key={grant.projectId}>{roleInWords(grant, language)}</List.Item>
        ))}
      </List>
    </Panel>
  );
}

function NameForm({ operatorId, known }: { readonly operatorId: string; readonly known: string }) {
  const texts = useWords().account;
  const client = useQueryClient();
  const [name, setName] = useState(known);
  const saving = useMutation({
    mutationFn: () =>
      ask(`/operators/${encodeURIComponent(operatorId)}`, { method: 'PATCH', body: { name } }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.saved });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={send}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={100}
        autoComplete="name"
        required
      />
      {saving.error && <Trouble error={saving.error} />}
      <Button
        type="submit"
        mt="xs"
        variant="light"
        loading={saving.isPending}
        disabled={name.trim() === known}
      >
        {texts.save}
      </Button>
    </form>
  );
}
