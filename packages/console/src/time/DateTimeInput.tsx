import {
  ActionIcon,
  Button,
  CloseButton,
  Group,
  Input,
  Popover,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { InlineDateTimePicker } from '@mantine/dates';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { IconCalendar } from '../icons/icons.tsx';
import { useIsUppermost } from '../parts/Modal.tsx';
import { useLanguage, useWords } from '../words/LanguageProvider.tsx';
import { wordsOf } from '../words/languages.ts';
import {
  formatDateTime,
  formatDay,
  formatDistance,
  formatLocalDateTime,
  formatTime,
  zoneName,
} from './formatDateTime.ts';
import { pickedTime, type QuickTimes, quickNames, quickStarts } from './quickTimes.ts';
import { type Reading, readDateTime } from './readDateTime.ts';
import { useNow } from './useNow.ts';
import { isInCalendar, timeZone, wallClock } from './wallClock.ts';

type DateTimeInputProps = {
  readonly label: string;
  readonly description?: string;
  readonly value: number | undefined;
  readonly onChange: (at: number | undefined) => void;
  readonly error?: string | undefined;
  readonly id?: string;
  /** Whether it has the focus in a dialog that opens. */
  readonly 'data-autofocus'?: true;
  /** Whether a value is required; it then cannot be cleared. */
  readonly isRequired?: boolean;
  /** Whether a day without a year is one that has passed. */
  readonly isPast?: boolean;
  /** Shown if there is no value. */
  readonly placeholder?: string;
  /** The times offered as buttons. */
  readonly quick?: (now: number, timeZone: string) => QuickTimes;
  /** Called with the message if what was typed cannot be read, and without one once it can. */
  readonly onUnread?: (message: string | undefined) => void;
};

/**
 * A date and time in the viewer's time zone, which it names: typed, or chosen in a calendar. What cannot be read stays in
 * the field, which says so and keeps a form from being sent.
 */
export function DateTimeInput({ value, onChange, quick = quickStarts, ...props }: DateTimeInputProps) {
  const texts = useWords().time;
  const zone = texts.zone(zoneName(value ?? Date.now(), timeZone), timeZone);
  if (value !== undefined && !isInCalendar(value))
    return <OutOfRangeDateTime value={value} onChange={onChange} {...props} />;
  return (
    <Stack gap={6}>
      <TypedDateTime value={value} onChange={onChange} {...props} />
      <QuickTimeButtons quick={quick} onChoose={onChange} zone={zone} />
    </Stack>
  );
}

function TypedDateTime({
  value,
  onChange,
  error,
  isRequired = false,
  isPast = false,
  placeholder,
  onUnread,
  ...props
}: Omit<DateTimeInputProps, 'quick'>) {
  const { language } = useLanguage();
  const texts = useWords().time;
  const input = useRef<HTMLInputElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  const calendarId = useId();
  const [isOpen, setOpen] = useState<false | 'beside' | 'focused'>(false);
  /** What is typed and not taken yet. */
  const [text, setText] = useState<string>();
  const [isTried, setTried] = useState(false);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    // Another time was chosen: that counts, and not what was typed before.
    setLastValue(value);
    setText(undefined);
    setTried(false);
  }
  const shown = value === undefined ? '' : formatLocalDateTime(value, language, timeZone);
  const isTyped = text !== undefined && text !== shown;
  const isEmptied = isTyped && text.trim() === '' && !isRequired;
  const reading = isTyped
    ? readDateTime(text, { language, timeZone, now: Date.now(), before: value, isPast })
    : undefined;
  const unread = isTyped && !isEmptied && reading === undefined ? texts.unreadable : undefined;
  useIsUppermost(isOpen !== false || isTyped);
  useUnread(input, unread, onUnread);
  const choose = (at: number | undefined) => {
    setText(undefined);
    setTried(false);
    onChange(at);
  };
  const take = () => {
    if (reading !== undefined) choose(reading.at);
    else if (isEmptied) choose(undefined);
    else if (!isTyped) setText(undefined);
    else setTried(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && isTyped) {
      event.preventDefault();
      setOpen(false);
      take();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      take();
      setOpen('focused');
    } else if (event.key === 'Escape' && (isOpen !== false || isTyped)) {
      event.stopPropagation();
      setOpen(false);
      setText(undefined);
      setTried(false);
    }
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    take();
    if (isOpen === 'beside' && !dropdown.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    <div>
      <Popover
        opened={isOpen !== false}
        onChange={(opened) => !opened && setOpen(false)}
        position="bottom-start"
        trapFocus={isOpen === 'focused'}
        returnFocus={isOpen === 'focused'}
        withRoles={false}
        shadow="md"
      >
        <Popover.Target>
          <TextInput
            {...props}
            ref={input}
            value={text ?? shown}
            placeholder={placeholder ?? texts.choose}
            required={isRequired}
            autoComplete="off"
            spellCheck={false}
            error={(isTried ? unread : undefined) ?? error}
            // On a phone, the keyboard needs the room of the calendar, which has its own button.
            onPointerUp={({ pointerType }) => pointerType === 'mouse' && setOpen('beside')}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
            rightSectionWidth={isRequired || value === undefined ? 34 : 60}
            rightSection={
              <Group gap={0} wrap="nowrap">
                {!isRequired && value !== undefined && (
                  <CloseButton
                    size="sm"
                    aria-label={texts.clearOf(props.label)}
                    onClick={() => choose(undefined)}
                  />
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.calendarOf(props.label)}
                  aria-haspopup="dialog"
                  aria-expanded={isOpen !== false}
                  onClick={() => setOpen(isOpen === 'focused' ? false : 'focused')}
                >
                  <IconCalendar size={18} />
                </ActionIcon>
              </Group>
            }
          />
        </Popover.Target>
        <Popover.Dropdown
          ref={dropdown}
          role="dialog"
          aria-label={texts.calendarOf(props.label)}
          id={calendarId}
        >
          <InlineDateTimePicker
            value={value === undefined ? null : wallClock(value, timeZone)}
            onChange={(picked) => picked !== null && choose(pickedTime(picked, value, timeZone))}
            locale={language}
            fullWidth={false}
            hideOutsideDates
            highlightToday
            firstDayOfWeek={wordsOf(language).conventions.firstDayOfWeek}
            // Mantine begins with it even if there is a value.
            defaultTimeValue={value === undefined ? '09:00' : wallClock(value, timeZone).slice(11, 16)}
            ariaLabels={{
              ...{ previousMonth: texts.earlier, nextMonth: texts.later, previousYear: texts.earlier },
              ...{ nextYear: texts.later, previousDecade: texts.earlier, nextDecade: texts.later },
            }}
            timePickerProps={{
              'aria-label': texts.timeLabel,
              hoursInputLabel: texts.hours,
              minutesInputLabel: texts.minutes,
            }}
            submitButtonProps={{ 'aria-label': texts.done }}
            onSubmit={() => setOpen(false)}
          />
        </Popover.Dropdown>
      </Popover>
      <div aria-live="polite">{reading && <Understood reading={reading} />}</div>
    </div>
  );
}

/** Keeps forms from being sent, and tells the page around the field. */
function useUnread(
  input: { readonly current: HTMLInputElement | null },
  unread: string | undefined,
  onUnread: ((message: string | undefined) => void) | undefined,
): void {
  const tell = useRef(onUnread);
  tell.current = onUnread;
  useEffect(() => {
    input.current?.setCustomValidity(unread ?? '');
    tell.current?.(unread);
  }, [input, unread]);
  useEffect(() => () => tell.current?.(undefined), []);
}

/** What a typed time was understood as, before it is taken. */
function Understood({ reading: { at, note } }: { readonly reading: Reading }) {
  const { language } = useLanguage();
  const texts = useWords().time;
  const now = useNow();
  const day = formatDay(wallClock(at, timeZone).slice(0, 10), language, true);
  const moment = `${day} ${formatTime(at, language, timeZone)} ${zoneName(at, timeZone)}`;
  return (
    <Text size="xs" mt={4}>
      {texts.understood(moment, formatDistance(at, now, language, timeZone))}
      {note !== undefined && ` ${texts.notes[note]}`}
    </Text>
  );
}

function QuickTimeButtons({
  quick,
  onChoose,
  zone,
}: {
  readonly quick: (now: number, timeZone: string) => QuickTimes;
  readonly onChoose: (at: number) => void;
  readonly zone: string;
}) {
  const texts = useWords().time;
  const moments = quick(useNow(), timeZone);
  return (
    <Group gap={6}>
      {quickNames.map((name) => {
        const at = moments[name];
        if (at === undefined) return null;
        return (
          <Button key={name} size="compact-xs" variant="light" onClick={() => onChoose(at)}>
            {texts.quick[name]}
          </Button>
        );
      })}
      <Text size="xs" c="dimmed">
        {zone}
      </Text>
    </Group>
  );
}

/** The interface accepts times that no calendar shows; they can be kept or removed. */
function OutOfRangeDateTime({
  value,
  onChange,
  label,
  description,
}: Omit<DateTimeInputProps, 'value'> & { readonly value: number }) {
  const { language } = useLanguage();
  const texts = useWords().time;
  return (
    <Input.Wrapper label={label} description={description}>
      <Group gap="xs">
        <Text size="sm">{formatDateTime(value, language, timeZone)}</Text>
        <Button size="compact-xs" variant="default" onClick={() => onChange(undefined)}>
          {texts.clear}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
