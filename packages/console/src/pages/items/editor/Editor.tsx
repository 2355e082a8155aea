import { Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useState } from 'react';
import { useMay } from '../../../api/SessionProvider.tsx';
import { ReadOnlyNote } from '../../../parts/ReadOnlyNote.tsx';
import { Trouble } from '../../../parts/Trouble.tsx';
import { useTitle } from '../../../parts/useTitle.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { ConflictDialog } from '../conflict/ConflictDialog.tsx';
import { memberAt } from '../document/faults.ts';
import { fields } from '../document/fields.ts';
import type { ItemShelf } from '../useItemShelf.ts';
import { EditorBar } from './EditorBar.tsx';
import { fieldId } from './EditorContext.tsx';
import { EditorHead } from './EditorHead.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { FaultSummary } from './FaultSummary.tsx';
import { Notices } from './Notices.tsx';
import { useDeletion } from './useDeletion.ts';
import { useEditing } from './useEditing.ts';

type EditorProps = {
  readonly shelf: ItemShelf;
  /** As the service has it; undefined for a new one. */
  readonly newest: ManagedItem<'news' | 'banner'> | undefined;
};

/** The editor of a news item or banner. Who may not change it sees it all the same. */
export function Editor({ shelf, newest }: EditorProps) {
  const texts = useWords().editor;
  const mayEdit = useMay('editor', shelf.projectId);
  const editing = useEditing(shelf, newest);
  const { work, save, clash, error, faults, attempt } = editing;
  const deletion = useDeletion(shelf, editing);
  const [tab, setTab] = useState<string | null>(mayEdit ? 'write' : 'preview');
  useTitle(fields.title.read(work.document) || texts.fresh[shelf.kind]);
  useHotkeys([['mod+S', () => mayEdit && void save()]], [], true);
  const trouble = deletion.error ?? (clash === undefined && faults.length === 0 ? error : null);
  return (
    <Stack gap="md" className="editor">
      <EditorHead shelf={shelf} newest={newest} />
      {mayEdit ? (
        <EditorBar editing={editing} onDelete={newest && (() => void deletion.remove())} />
      ) : (
        <ReadOnlyNote projectId={shelf.projectId} />
      )}
      <Notices editing={editing} tab={tab} onTab={setTab} />
      {faults.length > 0 && (
        <FaultSummary
          key={attempt}
          faults={faults}
          onGo={(path) => {
            setTab('write');
            setTimeout(() => window.document.getElementById(fieldId(memberAt(path)))?.focus());
          }}
        />
      )}
      {trouble && <Trouble error={trouble} />}
      <EditorTabs shelf={shelf} editing={editing} mayEdit={mayEdit} tab={tab} onTab={setTab} />
      {clash && <ConflictDialog shelf={shelf} editing={editing} clash={clash} />}
    </Stack>
  );
}
