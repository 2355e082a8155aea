import { useState } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { useSession } from '../../../api/SessionProvider.tsx';
import { formatRelative } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { MergeDialog, MergeForm, useSavedText } from './MergeForm.tsx';
import type { KeptCopy } from './unsavedWork.ts';
import type { Editing } from './useEditing.ts';

type DialogProps = { readonly shelf: ItemShelf; readonly editing: Editing; readonly copy: KeptCopy };

/** Compares a copy that was kept in this browser with what is here now, and takes what is chosen. */
export default function RecoveryDialog({ shelf, editing, copy }: DialogProps) {
  const texts = useWords().conflict;
  const { language } = useLanguage();
  const saved = useSavedText();
  const { work } = editing;
  const [{ base, document }] = useState(work.latest);
  const { changedAt, changedBy } = base?.next ?? base ?? {};
  const { operatorId } = useSession().operator;
  const isOwn = base === undefined || changedBy === operatorId;
  const isTyped = base === undefined || work.isDirty;
  const close = () => editing.review(undefined);
  return (
    <MergeDialog title={texts.recovery} onClose={close}>
      <MergeForm
        space={shelf}
        base={work.baseOf(copy)}
        theirs={document}
        yours={copy.document}
        names={isOwn ? texts.ownNames : texts.names}
        about={{
          theirs: [isTyped && texts.here, base && saved(changedBy, changedAt)].filter(Boolean).join(' '),
          yours: texts.kept(formatRelative(copy.at, Date.now(), language, timeZone)),
        }}
        newer={isTyped || (changedAt ?? copy.at) >= copy.at ? 'theirs' : 'yours'}
        onSave={(merged) => editing.takeCopy(copy, base, merged)}
        onClose={close}
      />
    </MergeDialog>
  );
}
