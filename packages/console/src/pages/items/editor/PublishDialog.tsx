import { Alert, Box, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { isSameJson } from '../../../parts/json/json.ts';
import { Modal } from '../../../parts/Modal.tsx';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { DateTimeInput } from '../../../time/DateTimeInput.tsx';
import { describeHiding, describeTimes } from '../../../time/describeTimes.ts';
import { useNow } from '../../../time/useNow.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { hiddenUntil, timesOf } from '../document/publication.ts';
import { DiffView } from '../history/DiffView.tsx';
import type { Editing } from './useEditing.ts';

type Props = { readonly shelf: ItemShelf; readonly editing: Editing };

/** Asks when readers get the changes of what they see now, and shows these word by word. */
export function PublishDialog({ shelf, editing }: Props) {
  useReturnFocus();
  const texts = useWords().itemPage;
  const { cancel } = useWords().dialog;
  const { base, document } = editing.work;
  const kept = base?.next?.takesOverAt;
  const now = useNow();
  const [isLater, setLater] = useState(kept !== undefined);
  const [at, setAt] = useState(kept);
  const isPast = isLater && at !== undefined && at <= now;
  const effective = isLater ? (at ?? now) : now;
  const hidden = hiddenUntil(base?.item, document, effective);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Enter in a field hides nothing.
    if (hidden === undefined) confirm();
  };
  const confirm = () => {
    if (!isLater) void editing.publishChanges(hidden !== undefined);
    else if (at !== undefined && at > Date.now()) void editing.scheduleChanges(at);
  };
  return (
    <Modal opened onClose={editing.cancelPublishing} title={texts.publishing.title} size="60rem">
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Radio.Group
            label={texts.publishing.when}
            value={isLater ? 'later' : 'now'}
            onChange={(value) => setLater(value === 'later')}
          >
            <Group gap="lg" mt={6}>
              <Radio value="now" label={texts.publishing.now} />
              <Radio value="later" label={texts.publishing.later} />
            </Group>
          </Radio.Group>
          {isLater && (
            <Box maw="22rem">
              <DateTimeInput
                label={texts.publishing.at}
                value={at}
                onChange={setAt}
                isRequired
                error={isPast ? texts.publishing.passed : undefined}
              />
            </Box>
          )}
          <Effect editing={editing} at={isLater ? at : undefined} hidden={hidden} now={effective} />
          <Text size="sm" c="dimmed">
            {texts.publishing.changes}
          </Text>
          <DiffView space={shelf} before={base?.item ?? {}} after={document} />
          <Group justify="flex-end" className="dialog-actions">
            {kept !== undefined && (
              <Button
                variant="subtle"
                color="gray"
                mr="auto"
                onClick={() => void editing.scheduleChanges(undefined)}
              >
                {texts.publishing.unschedule}
              </Button>
            )}
            <Button
              variant="default"
              onClick={editing.cancelPublishing}
              data-autofocus={hidden !== undefined || undefined}
            >
              {cancel}
            </Button>
            <Button
              data-autofocus={hidden === undefined || undefined}
              color={hidden === undefined ? 'kiosk' : 'red'}
              type={hidden === undefined ? 'submit' : 'button'}
              disabled={isLater && (at === undefined || isPast)}
              onClick={({ currentTarget: { form } }) =>
                hidden !== undefined && form?.reportValidity() && confirm()
              }
            >
              {!isLater
                ? texts.publishChanges
                : kept === undefined
                  ? texts.publishing.schedule
                  : texts.reschedule}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What the changes do to the times of the item; a warning if readers will not see it. */
function Effect({
  editing,
  at,
  hidden,
  now,
}: {
  readonly editing: Editing;
  /** When the changes take over, if not now. */
  readonly at: number | undefined;
  readonly hidden: number | undefined;
  readonly now: number;
}) {
  const texts = useWords().itemPage.publishing;
  const { language } = useLanguage();
  const { base, document } = editing.work;
  if (hidden !== undefined)
    return (
      <Alert color="red" role="alert">
        {describeHiding(hidden, at, language, timeZone)}
      </Alert>
    );
  const [before, after] = [timesOf(base?.item ?? {}), timesOf(document)];
  if (isSameJson(before, after)) return null;
  return <Text size="sm">{texts.afterwards(describeTimes(after, now, language, timeZone).sentence)}</Text>;
}
