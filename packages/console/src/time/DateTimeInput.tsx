import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useId } from 'react';
import { useLanguage, useWords } from '../words/LanguageProvider.tsx';
import { wordsOf } from '../words/languages.ts';
import { formatDateTime, formatLocalDateTime, zoneName } from './formatDateTime.ts';
import { pickedTime, type QuickTimes, quickNames, quickStarts } from './quickTimes.ts';
import { useNow } from './useNow.ts';
import { isInCalendar, timeZone, wallClock } from './wallClock.ts';

type DateTimeInputProps = {
  readonly label: string;
  readonly description?: string;
  readonly value: number | undefined;
  readonly onChange: (at: number | undefined) => void;
  readonly error?: string | undefined;
  readonly id?: string;
  /** Whether a value is required; it then cannot be cleared. */
  readonly isRequired?: boolean;
  /** Shown if there is no value. */
  readonly placeholder?: string;
  /** The times offered as buttons. */
  readonly quick?: (now: number, timeZone: string) => QuickTimes;
};

/** A date and time input in the viewer's time zone, which it names. */
export function DateTimeInput({
  value,
  onChange,
  error,
  isRequired = false,
  placeholder,
  quick = quickStarts,
  ...props
}: DateTimeInputProps) {
  const { language } = useLanguage();
  const texts = useWords().time;
  const popoverId = useId();
  const zone = texts.zone(zoneName(value ?? Date.now(), timeZone), timeZone);
  if (value !== undefined && !isInCalendar(value))
    return <OutOfRangeDateTime value={value} onChange={onChange} {...props} />;
  return (
    <Stack gap={6}>
      <DateTimePicker
        {...props}
        value={value === undefined ? null : wallClock(value, timeZone)}
        onChange={(text) => onChange(text === null ? undefined : pickedTime(text, value, timeZone))}
        valueFormat={() => (value === undefined ? '' : formatLocalDateTime(value, language, timeZone))}
        locale={language}
        hideOutsideDates
        highlightToday
        // The calendar has the label of the field.
        popoverProps={{ id: popoverId }}
        labelProps={{ id: popoverId }}
        firstDayOfWeek={wordsOf(language).conventions.firstDayOfWeek}
        defaultTimeValue="09:00"
        placeholder={placeholder ?? texts.choose}
        clearable={!isRequired}
        required={isRequired}
        error={error}
        clearButtonProps={{ 'aria-label': texts.clear }}
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
      />
      <QuickTimeButtons quick={quick} onChoose={onChange} zone={zone} />
    </Stack>
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
