import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useId } from 'react';
import { useLanguage, useWords } from '../words/LanguageProvider.tsx';
import { languages } from '../words/languages.ts';
import { formatClock, formatMoment, zoneName } from './formatMoment.ts';
import { nextMoment, type QuickMoments, quickMoments, quickNames } from './nextMoment.ts';
import { useNow } from './useNow.ts';
import { isShowable, timeZone, wallClock } from './wallClock.ts';

type MomentProps = {
  readonly label: string;
  readonly description?: string;
  readonly value: number | undefined;
  readonly onChange: (at: number | undefined) => void;
  readonly error?: string | undefined;
  readonly id?: string;
  /** Whether it must have a moment: then it cannot be cleared. */
  readonly isRequired?: boolean;
  /** What is said where there is none. */
  readonly placeholder?: string;
  /** Moments that are offered. */
  readonly quick?: (now: number, timeZone: string) => QuickMoments;
};

/** Asks for a moment, in the time zone of whoever looks; says which that is. */
export function MomentInput({
  value,
  onChange,
  error,
  isRequired = false,
  placeholder,
  quick = quickMoments,
  ...props
}: MomentProps) {
  const { language } = useLanguage();
  const texts = useWords().time;
  const popoverId = useId();
  const zone = texts.zone(zoneName(value ?? Date.now(), timeZone), timeZone);
  if (value !== undefined && !isShowable(value))
    return <FarMoment value={value} onChange={onChange} {...props} />;
  return (
    <Stack gap={6}>
      <DateTimePicker
        {...props}
        value={value === undefined ? null : wallClock(value, timeZone)}
        onChange={(text) => onChange(text === null ? undefined : nextMoment(text, value, timeZone))}
        valueFormat={() => (value === undefined ? '' : formatClock(value, language, timeZone))}
        locale={language}
        hideOutsideDates
        highlightToday
        // The calendar is called as the field is.
        popoverProps={{ id: popoverId }}
        labelProps={{ id: popoverId }}
        firstDayOfWeek={languages[language].conventions.firstDayOfWeek}
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
      <QuickChoices quick={quick} onChoose={onChange} zone={zone} />
    </Stack>
  );
}

function QuickChoices({
  quick,
  onChoose,
  zone,
}: {
  readonly quick: (now: number, timeZone: string) => QuickMoments;
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

/** The interface takes moments that no calendar shows; such a one can be kept, or taken away. */
function FarMoment({
  value,
  onChange,
  label,
  description,
}: Omit<MomentProps, 'value'> & { readonly value: number }) {
  const { language } = useLanguage();
  const texts = useWords().time;
  return (
    <Input.Wrapper label={label} description={description}>
      <Group gap="xs">
        <Text size="sm">{formatMoment(value, language, timeZone)}</Text>
        <Button size="compact-xs" variant="default" onClick={() => onChange(undefined)}>
          {texts.clear}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
