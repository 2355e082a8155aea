import type { Invitation } from '@newsstand/contract/manage';
import { OnceDialog } from '../../parts/OnceDialog.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

/** The link that an operator chooses a password by, this once. */
export function InvitationDialog({
  invitation: { operator, url, expiresAt },
  onClose,
}: {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}) {
  const texts = useWords().operators.issued;
  const { language } = useLanguage();
  return (
    <OnceDialog
      title={texts.title(operator.name)}
      text={texts.once(formatMoment(expiresAt, language, timeZone), operator.operatorId)}
      notCopied={texts.notCopied}
      onClose={onClose}
    >
      {(onCopied) => <Snippet label={texts.link} code={url} onCopied={onCopied} />}
    </OnceDialog>
  );
}
