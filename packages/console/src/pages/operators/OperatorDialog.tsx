import { Button, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Invitation, OperatorView, RoleGrant } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isInvitation } from '../../api/checks.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { NameInput } from '../../parts/NameInput.tsx';
import { RolePicker } from '../../parts/RolePicker.tsx';
import { roleLabel } from '../../parts/roleLabel.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

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
  const { language } = useLanguage();
  // Those of a provider's claims are set at each sign-in.
  const provided = operator?.roles.filter(({ provider }) => provider !== undefined) ?? [];
  const [roles, setRoles] = useState<readonly RoleGrant[]>(() => givenByHand(operator));
  const [isTried, setTried] = useState(false);
  const missing = operator === undefined ? texts.rolesMissing : texts.rolesNone;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (roles.length > 0 || provided.length > 0) onSubmit({ operatorId: operatorId.trim(), name, roles });
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
          label={texts.roles}
          needed="owner"
          value={roles}
          onChange={setRoles}
          error={isTried && roles.length === 0 && provided.length === 0 ? missing : undefined}
        />
        {provided.length > 0 && (
          <Text size="sm">
            {texts.provided(provided.map((grant) => roleLabel(grant, language)).join(', '))}
          </Text>
        )}
        {error !== null && <ErrorAlert error={error} />}
        <Button type="submit" loading={isSending}>
          {operator === undefined ? texts.send : texts.save}
        </Button>
      </Stack>
    </form>
  );
}

function givenByHand(operator: OperatorView | undefined): readonly RoleGrant[] {
  return (operator?.roles ?? []).flatMap(({ projectId, spaceId, instanceId, role, provider }) =>
    provider === undefined ? { projectId, spaceId, instanceId, role } : [],
  );
}
