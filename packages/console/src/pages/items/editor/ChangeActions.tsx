import { Button, Menu, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { IconArrowBackUp, IconArrowsDiff } from '../../../icons/icons.tsx';
import { stateAt } from '../../../time/liveTime.ts';
import { useNow } from '../../../time/useNow.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { differences } from '../document/Document.ts';
import { timesOf } from '../document/publication.ts';
import { DiffView } from '../history/DiffView.tsx';
import type { Editing } from './useEditing.ts';

type Props = { readonly shelf: ItemShelf; readonly editing: Editing };

/** What can be done with changes that readers do not see yet: compare and publish them. */
export function ChangeActions({
  shelf,
  editing,
  proposing,
}: Props & {
  /** The button that proposes them, if others have to publish them. */
  readonly proposing: ReactNode;
}) {
  const texts = useWords().itemPage;
  const { publishHint } = useWords().editor;
  const compare = useComparison(shelf, editing);
  const label = usePublishLabel(editing);
  const isDisabled = !editing.hasChanges || editing.json.fault !== undefined;
  return (
    <>
      {editing.hasChanges && (
        <Button variant="subtle" color="gray" px="sm" onClick={compare} className="wide-only">
          {texts.compare}
        </Button>
      )}
      {proposing || (
        <Button disabled={isDisabled} onClick={editing.publish} title={publishHint}>
          {label}
        </Button>
      )}
    </>
  );
}

/** What publishing does here; with dots if it asks first. */
function usePublishLabel({ work: { base, document } }: Editing): string {
  const texts = useWords().itemPage;
  const now = useNow();
  if (base?.next?.takesOverAt !== undefined) return texts.askReschedule;
  if (base === undefined || stateAt(timesOf(base.item), now) === 'live') return texts.askChanges;
  const times = ['reservedAt', 'openingAt', 'closingAt', 'status'];
  const isMoved = differences(base.item, document).every(({ path }) => times.includes(path));
  return isMoved && stateAt(timesOf(document), now) === 'scheduled' ? texts.reschedule : texts.publishChanges;
}

/** The same in the menu, with what is rarely done. */
export function ChangeItems({ shelf, editing }: Props) {
  const texts = useWords().itemPage;
  const compare = useComparison(shelf, editing);
  return (
    <>
      <Menu.Item leftSection={<IconArrowsDiff size={16} />} onClick={compare}>
        {texts.compareItem}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => void editing.discard()}>
        {texts.discard}
      </Menu.Item>
    </>
  );
}

/** Shows the difference between what readers see and the changes. */
function useComparison(shelf: ItemShelf, { work }: Editing): () => void {
  const texts = useWords().itemPage;
  return () =>
    modals.open({
      title: texts.compareTitle,
      size: '60rem',
      children: (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {texts.compareNote}
          </Text>
          <DiffView space={shelf} before={work.base?.item ?? {}} after={work.document} />
        </Stack>
      ),
    });
}
