import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Modal } from '../../../parts/Modal.tsx';
import { useReturnFocus } from '../../../parts/useReturnFocus.ts';
import { DateTimeInput } from '../../../time/DateTimeInput.tsx';
import { formatDateTime } from '../../../time/formatDateTime.ts';
import { liveTime } from '../../../time/liveTime.ts';
import { quickStarts } from '../../../time/quickTimes.ts';
import { useNow } from '../../../time/useNow.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { timesOf } from '../document/publication.ts';
import type { Editing } from './useEditing.ts';

/** Takes off the site what readers see: for good, or until a time. */
export default function OfflineDialog({
  editing,
  canReturn,
  onClose,
}: {
  readonly editing: Editing;
  /** Whether it may come back by itself: where a second person publishes, it has to be proposed again. */
  readonly canReturn: boolean;
  readonly onClose: () => void;
}) {
  useReturnFocus();
  const texts = useWords().itemPage.offline;
  const { passed } = useWords().itemPage.publishing;
  const { cancel } = useWords().dialog;
  const { language } = useLanguage();
  const { base, document } = editing.work;
  const now = useNow();
  const [isUntil, setUntil] = useState(canReturn);
  const [at, setAt] = useState<number | undefined>(() => quickStarts(Date.now(), timeZone).tomorrow);
  const closes = Math.min(...[base?.item ?? {}, document].map((each) => liveTime(timesOf(each)).until));
  const on = (time: number) => formatDateTime(time, language, timeZone);
  const error =
    at === undefined ? undefined : at <= now ? passed : at >= closes ? texts.closes(on(closes)) : undefined;
  const isReady = !isUntil || (at !== undefined && error === undefined);
  const confirm = () => {
    onClose();
    void (isUntil && at !== undefined ? editing.hide(at) : editing.takeOff());
  };
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      {/* A form that nothing sends: Enter in a field hides nothing. */}
      <form onSubmit={(event) => event.preventDefault()}>
        <Stack gap="md">
          {canReturn && (
            <Radio.Group
              label={texts.how}
              value={isUntil ? 'until' : 'draft'}
              onChange={(value) => setUntil(value === 'until')}
            >
              <Stack gap={8} mt={6}>
                <Radio value="until" label={texts.until} />
                <Radio value="draft" label={texts.draft} />
              </Stack>
            </Radio.Group>
          )}
          {isUntil && <DateTimeInput label={texts.at} value={at} onChange={setAt} isRequired error={error} />}
          <Text size="sm" aria-live="polite">
            {!isUntil ? texts.draftText : at === undefined ? '' : texts.untilText(on(at))}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {cancel}
            </Button>
            <Button
              color="red"
              disabled={!isReady}
              onClick={({ currentTarget: { form } }) => form?.reportValidity() && confirm()}
            >
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
