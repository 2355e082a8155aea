import { notifications } from '@mantine/notifications';
import type { KeyView } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { QuestionDialog } from '../../parts/QuestionDialog.tsx';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** Ends a key for good, after a warning that says when it was used last. */
export function RevocationDialog({
  view,
  onClose,
}: {
  readonly view: KeyView;
  readonly onClose: () => void;
}) {
  const words = useWords().keys;
  const texts = words.revocation;
  const { language } = useLanguage();
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => ask<KeyView>(`/keys/${view.key}/revoke`, { method: 'POST' }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['keys'] });
      notifications.show({ message: words.revoked(view.name) });
      onClose();
    },
  });
  const { lastUsedAt: at } = view;
  const use =
    at === undefined
      ? texts.unused
      : texts.used(formatMoment(at, language, timeZone), formatDistance(at, Date.now(), language, timeZone));
  return (
    <QuestionDialog
      title={texts.title(view.name)}
      texts={[use, texts.final]}
      confirm={texts.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
