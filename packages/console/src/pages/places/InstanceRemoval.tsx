import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { QuestionDialog } from '../../parts/QuestionDialog.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { ItemShelf } from '../items/useItemShelf.ts';
import { instancePath } from './instancePath.ts';

/** Removes an instance that holds nothing. */
export function InstanceRemoval({
  instance,
  onClose,
}: {
  readonly instance: ItemShelf;
  readonly onClose: () => void;
}) {
  const texts = useWords().places;
  const client = useQueryClient();
  const name = `${texts.apps[instance.kind]}: ${instance.instanceId}`;
  const work = useMutation({
    mutationFn: () => ask(instancePath(instance), { method: 'DELETE' }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.removed(name) });
      onClose();
    },
  });
  return (
    <QuestionDialog
      title={texts.removal.title(name)}
      texts={[texts.removal.text]}
      confirm={texts.removal.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
