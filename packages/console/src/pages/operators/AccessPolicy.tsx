import { Alert, Button, Checkbox, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Role, roleNames } from '@newsstand/contract/manage/plain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isAccessPolicy } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

/** What is demanded of those who sign in. */
export default function AccessPolicy() {
  const texts = useWords().factors.access;
  const isAllowed = useIsAllowed('owner');
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text} />
      {isAllowed ? <Policy /> : <Alert color="gray">{texts.ownersOnly}</Alert>}
    </Stack>
  );
}

function Policy() {
  const { data, error, refetch } = useQuery({
    queryKey: ['access'],
    queryFn: () => fetchJson('/access', isAccessPolicy),
  });
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  return data === undefined ? <RowsSkeleton /> : <PolicyForm known={data} />;
}

type Known = { readonly secondFactorRoles: readonly Role[]; readonly passwords?: boolean };

function PolicyForm({ known }: { readonly known: Known }) {
  const texts = useWords().factors.access;
  const words = useWords().roles;
  const client = useQueryClient();
  const [roles, setRoles] = useState<readonly string[]>(known.secondFactorRoles);
  const [passwords, setPasswords] = useState(known.passwords ?? true);
  const saving = useMutation({
    mutationFn: () => {
      const body = { secondFactorRoles: roles, passwords };
      return fetchJson('/access', isAccessPolicy, { method: 'PUT', body });
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['access'] });
      notifications.show({ message: texts.saved });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <Panel title={texts.roles}>
          <Checkbox.Group
            aria-label={texts.roles}
            description={texts.rolesHint}
            value={[...roles]}
            onChange={setRoles}
          >
            <Stack gap="xs" mt="sm">
              {roleNames.toReversed().map((role) => (
                <Checkbox key={role} value={role} label={words[role]} description={words.about[role]} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Panel>
        <Panel title={texts.passwords}>
          <Text size="xs" c="dimmed">
            {texts.passwordsHint}
          </Text>
          <Switch
            label={texts.passwordsLabel}
            checked={passwords}
            onChange={({ currentTarget }) => setPasswords(currentTarget.checked)}
          />
          {!passwords && known.passwords !== false && (
            <Alert color="yellow" role="status">
              {texts.passwordsOff}
            </Alert>
          )}
        </Panel>
        {saving.error && <ErrorAlert error={saving.error} />}
        <div>
          <Button type="submit" loading={saving.isPending}>
            {texts.save}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
