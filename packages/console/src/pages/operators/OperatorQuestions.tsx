import { notifications } from '@mantine/notifications';
import type { Invitation, OperatorView } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { QuestionDialog } from '../../parts/QuestionDialog.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

type Props = { readonly operator: OperatorView; readonly onClose: () => void };

/** Makes a link for a new password. */
export function LinkDialog({
  operator,
  onInvited,
  onClose,
}: Props & { readonly onInvited: (invitation: Invitation) => void }) {
  const texts = useWords().operators.again;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => ask<Invitation>(`${pathOf(operator)}/invitation`, { method: 'POST' }),
    async onSuccess(invitation) {
      onInvited(invitation);
      await client.invalidateQueries({ queryKey: ['operators'] });
    },
  });
  return (
    <QuestionDialog
      title={texts.title(operator.name)}
      texts={[texts.text]}
      confirm={texts.confirm}
      work={work}
      onClose={onClose}
    />
  );
}

/** Removes an operator. */
export function RemovalDialog({ operator, onClose }: Props) {
  const words = useWords().operators;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => ask(pathOf(operator), { method: 'DELETE' }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['operators'] });
      notifications.show({ message: words.removed(operator.name) });
      onClose();
    },
  });
  return (
    <QuestionDialog
      title={words.removal.title(operator.name)}
      texts={[words.removal.text]}
      confirm={words.removal.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}

function pathOf({ operatorId }: OperatorView): string {
  return `/operators/${encodeURIComponent(operatorId)}`;
}
