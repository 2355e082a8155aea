import { Anchor, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { editorHref, type Space } from '../../api/paths.ts';
import { Modal } from '../../parts/Modal.tsx';
import { DateTimeInput } from '../../time/DateTimeInput.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { type CalendarMoment, momentTitle, shelfOf } from './useReschedule.tsx';

/** Another time for what opens or closes: what dragging does, for the keyboard. */
export default function MomentDialog({
  space,
  moment,
  onClose,
  onMove,
}: {
  readonly space: Space;
  readonly moment: CalendarMoment;
  readonly onClose: () => void;
  readonly onMove: (at: number) => void;
}) {
  const texts = useWords().desk;
  const [at, setAt] = useState<number | undefined>(moment.at);
  const isPast = at !== undefined && at <= Date.now();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (at !== undefined && !isPast && at !== moment.at) onMove(at);
  };
  return (
    <Modal opened onClose={onClose} title={texts.rescheduleTitle(momentTitle(moment))} centered>
      <form onSubmit={send}>
        <Stack gap="md">
          <DateTimeInput
            label={texts.time[moment.type]}
            value={at}
            onChange={setAt}
            isRequired
            data-autofocus
            error={isPast ? texts.intoPast : undefined}
          />
          <Group justify="space-between">
            <Anchor component={Link} href={editorHref(shelfOf(space, moment), moment.id)} size="sm">
              {texts.open}
            </Anchor>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {texts.cancel}
              </Button>
              <Button type="submit" disabled={at === undefined || isPast || at === moment.at}>
                {texts.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
