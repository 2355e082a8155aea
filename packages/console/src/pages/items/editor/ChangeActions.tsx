import { Button, Group, Menu, Popover, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { type ReactNode, useState } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { IconArrowBackUp, IconArrowsDiff } from '../../../icons/icons.tsx';
import { DateTimeInput } from '../../../time/DateTimeInput.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { DiffView } from '../history/DiffView.tsx';
import type { Editing } from './useEditing.ts';

type Props = { readonly shelf: ItemShelf; readonly editing: Editing };

/** What can be done with changes that readers do not see yet: compare, schedule and publish them. */
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
  const isDisabled = !editing.hasChanges || editing.json.fault !== undefined;
  return (
    <>
      {editing.hasChanges && (
        <>
          <Button variant="subtle" color="gray" px="sm" onClick={compare} className="wide-only">
            {texts.compare}
          </Button>
          {!proposing && <ScheduleChanges editing={editing} />}
        </>
      )}
      {proposing || (
        <Button disabled={isDisabled} onClick={() => void editing.publish()} title={publishHint}>
          {texts.publishChanges}
        </Button>
      )}
    </>
  );
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

/** Chooses the time at which the changes take over. */
function ScheduleChanges({ editing }: { readonly editing: Editing }) {
  const texts = useWords().itemPage;
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const kept = editing.work.base?.next?.takesOverAt;
  const [at, setAt] = useState(kept);
  const set = (time: number | undefined) => {
    setAt(time);
    void editing.schedule(time);
    close();
  };
  return (
    <Popover
      opened={isOpen}
      onClose={close}
      width={340}
      position="bottom-end"
      trapFocus
      withArrow
      closeOnClickOutside={false}
    >
      <Popover.Target>
        <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
          {texts.scheduleChanges}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.takeOverLabel}>
        <Stack gap="sm">
          <DateTimeInput label={texts.takeOverLabel} value={at} onChange={setAt} />
          <Group justify="flex-end" gap="xs">
            <Button variant="subtle" color="gray" size="xs" onClick={close}>
              {texts.close}
            </Button>
            {kept !== undefined && (
              <Button variant="default" size="xs" onClick={() => set(undefined)}>
                {texts.cancelTakeOver}
              </Button>
            )}
            <Button size="xs" disabled={at === undefined || at <= Date.now()} onClick={() => set(at)}>
              {texts.setTakeOver}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
