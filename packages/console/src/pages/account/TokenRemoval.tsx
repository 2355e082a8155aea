import { notifications } from '@mantine/notifications';
import type { TokenView } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { QuestionDialog } from '../../parts/QuestionDialog.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

/** Ends a token. */
export function TokenRemoval({
  token,
  onClose,
}: {
  readonly token: TokenView;
  readonly onClose: () => void;
}) {
  const texts = useWords().account.token;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => ask(`/session/tokens/${encodeURIComponent(token.tokenId)}`, { method: 'DELETE' }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['tokens'] });
      notifications.show({ message: texts.ended(token.name) });
      onClose();
    },
  });
  return (
    <QuestionDialog
      title={texts.removal(token.name)}
      texts={[texts.removalText]}
      confirm={texts.end}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
