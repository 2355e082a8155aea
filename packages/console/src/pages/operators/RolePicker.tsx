import { Group, Input, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import type { RoleGrant } from '@newsstand/contract/manage';
import { everyProject, roleNames } from '@newsstand/contract/manage/plain';
import { useId } from 'react';
import { useMay, useProjects } from '../../api/SessionProvider.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = {
  readonly value: readonly RoleGrant[];
  readonly onChange: (roles: readonly RoleGrant[]) => void;
  readonly error?: string | undefined;
};

/** A role for each project that one may give roles in. */
export function RolePicker({ value, onChange, error }: Props) {
  const texts = useWords().operators.form;
  const words = useWords().roles;
  const id = useId();
  const ownsAll = useMay('owner');
  const owned = useProjects().filter(({ role }) => role === 'owner');
  const names = [
    ...(ownsAll ? [everyProject] : []),
    ...owned.map(({ projectId }) => projectId),
    ...value.map(({ projectId }) => projectId),
  ];
  return (
    <Input.Wrapper label={texts.roles} labelElement="div" labelProps={{ id }} error={error} required>
      <Paper withBorder p="sm" mt={4} mah={320} className="role-rows" role="group" aria-labelledby={id}>
        <Stack gap="xs">
          {[...new Set(names)].map((projectId) => (
            <RoleRow key={projectId} projectId={projectId} value={value} onChange={onChange} />
          ))}
        </Stack>
      </Paper>
      <Stack gap={0} mt={4}>
        {roleNames.map((role) => (
          <Text key={role} size="xs" c="dimmed">
            {words[role]}: {words.about[role]}
          </Text>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

function RoleRow({ projectId, value, onChange }: Props & { readonly projectId: string }) {
  const texts = useWords().operators.form;
  const words = useWords().roles;
  const name = projectId === everyProject ? words.everyProject : projectId;
  const choose = (chosen: string) => {
    const role = roleNames.find((each) => each === chosen);
    const others = value.filter((grant) => grant.projectId !== projectId);
    onChange(role === undefined ? others : [...others, { projectId, role }]);
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" className="long-text">
        {name}
      </Text>
      <NativeSelect
        aria-label={texts.roleIn(name)}
        value={value.find((grant) => grant.projectId === projectId)?.role ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: '', label: words.none },
          ...roleNames.map((role) => ({ value: role, label: words[role] })),
        ]}
        flex="none"
        w={140}
      />
    </Group>
  );
}
