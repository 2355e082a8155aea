import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Invitation, OperatorView, RoleGrant } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { NameInput } from '../../parts/NameInput.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { RolePicker } from './RolePicker.tsx';

type Props = {
  /** Whom to change; without one, somebody is invited. */
  readonly operator?: OperatorView;
  readonly onInvited: (invitation: Invitation) => void;
  readonly onClose: () => void;
};

type Order = { readonly operatorId: string; readonly name: string; readonly roles: readonly RoleGrant[] };

/** Invites somebody, or changes name and roles. */
export function OperatorDialog({ operator, onInvited, onClose }: Props) {
  const words = useWords().operators;
  const texts = words.form;
  const client = useQueryClient();
  const saving = useMutation({
    async mutationFn({ operatorId, name, roles }: Order) {
      if (operator === undefined) {
        const body = { operatorId, name, roles };
        onInvited(await ask<Invitation>('/operators', { method: 'POST', body }));
        return;
      }
      const path = `/operators/${encodeURIComponent(operator.operatorId)}`;
      // A name that is as it was is not sent: those who may give roles may not always change names.
      const body = { ...(name !== operator.name && { name }), roles };
      await ask(path, { method: 'PATCH', body });
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
        onOrder={saving.mutate}
        isSending={saving.isPending}
        error={saving.error}
      />
    </Modal>
  );
}

type FormProps = {
  readonly operator: OperatorView | undefined;
  readonly onOrder: (order: Order) => void;
  readonly isSending: boolean;
  readonly error: unknown;
};

function OperatorForm({ operator, onOrder, isSending, error }: FormProps) {
  const texts = useWords().operators.form;
  const [name, setName] = useState(operator?.name ?? '');
  const [operatorId, setOperatorId] = useState(operator?.operatorId ?? '');
  const [roles, setRoles] = useState<readonly RoleGrant[]>(operator?.roles ?? []);
  const [isTried, setTried] = useState(false);
  const missing = operator === undefined ? texts.rolesMissing : texts.rolesNone;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (roles.length > 0) onOrder({ operatorId: operatorId.trim(), name, roles });
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
        {error !== null && <Trouble error={error} />}
        <Button type="submit" loading={isSending}>
          {operator === undefined ? texts.send : texts.save}
        </Button>
      </Stack>
    </form>
  );
}
