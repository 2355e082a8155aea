import { Button, Group, Input, Modal, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Invitation, OperatorView, RoleGrant } from '@newsstand/contract/manage';
import { everyProject, roleNames } from '@newsstand/contract/manage/plain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { isInvitation } from '../../api/checks.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { useIsAllowed, useProjects } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { NameInput } from '../../parts/NameInput.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = {
  /** The operator to change; without one, somebody is invited. */
  readonly operator?: OperatorView;
  readonly onInvited: (invitation: Invitation) => void;
  readonly onClose: () => void;
};

type Order = { readonly operatorId: string; readonly name: string; readonly roles: readonly RoleGrant[] };

/** Invites an operator, or changes their name and roles. */
export function OperatorDialog({ operator, onInvited, onClose }: Props) {
  const words = useWords().operators;
  const texts = words.form;
  const client = useQueryClient();
  const saving = useMutation({
    async mutationFn({ operatorId, name, roles }: Order) {
      if (operator === undefined) {
        const body = { operatorId, name, roles };
        onInvited(await fetchJson('/operators', isInvitation, { method: 'POST', body }));
        return;
      }
      const path = `/operators/${encodeURIComponent(operator.operatorId)}`;
      // An unchanged name is not sent: not everybody who may assign roles may change names.
      const body = { ...(name !== operator.name && { name }), roles };
      await sendRequest(path, { method: 'PATCH', body });
      notifications.show({ message: words.saved });
      onClose();
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['operators'] }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={operator === undefined ? texts.invite : texts.change(operator.name)}
    >
      <OperatorForm
        operator={operator}
        onSubmit={saving.mutate}
        isSending={saving.isPending}
        error={saving.error}
      />
    </Modal>
  );
}

type FormProps = {
  readonly operator: OperatorView | undefined;
  readonly onSubmit: (order: Order) => void;
  readonly isSending: boolean;
  readonly error: unknown;
};

function OperatorForm({ operator, onSubmit, isSending, error }: FormProps) {
  const texts = useWords().operators.form;
  const [name, setName] = useState(operator?.name ?? '');
  const [operatorId, setOperatorId] = useState(operator?.operatorId ?? '');
  const [roles, setRoles] = useState<readonly RoleGrant[]>(operator?.roles ?? []);
  const [isTried, setTried] = useState(false);
  const missing = operator === undefined ? texts.rolesMissing : texts.rolesNone;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (roles.length > 0) onSubmit({ operatorId: operatorId.trim(), name, roles });
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <NameInput label={texts.name} description={texts.nameHint} value={name} onChange={setName} />
        {operator === undefined && (
          <TextInput
            label={texts.operatorId}
            description={texts.operatorIdHint}
            value={operatorId}
            onChange={({ currentTarget }) => setOperatorId(currentTarget.value)}
            maxLength={128}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
        <RolePicker
          value={roles}
          onChange={setRoles}
          error={isTried && roles.length === 0 ? missing : undefined}
        />
        {error !== null && <ErrorAlert error={error} />}
        <Button type="submit" loading={isSending}>
          {operator === undefined ? texts.send : texts.save}
        </Button>
      </Stack>
    </form>
  );
}

type RolePickerProps = {
  readonly value: readonly RoleGrant[];
  readonly onChange: (roles: readonly RoleGrant[]) => void;
  readonly error?: string | undefined;
};

/** A role for each project in which the operator may assign roles. */
function RolePicker({ value, onChange, error }: RolePickerProps) {
  const texts = useWords().operators.form;
  const words = useWords().roles;
  const id = useId();
  const ownsAll = useIsAllowed('owner');
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

function RoleRow({ projectId, value, onChange }: RolePickerProps & { readonly projectId: string }) {
  const texts = useWords().operators.form;
  const words = useWords().roles;
  const name = projectId === everyProject ? words.everyProject : projectId;
  const choose = (chosen: string) => {
    const role = roleNames.find((each) => each === chosen);
    const others = value.filter((grant) => !isOfProject(grant, projectId));
    onChange(role === undefined ? others : [...others, { projectId, role }]);
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" className="long-text">
        {name}
      </Text>
      <NativeSelect
        aria-label={texts.roleIn(name)}
        value={value.find((grant) => isOfProject(grant, projectId))?.role ?? ''}
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

function isOfProject(grant: RoleGrant, projectId: string): boolean {
  return grant.projectId === projectId && grant.spaceId === undefined;
}
