import { ActionIcon, Anchor, Box, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { isAllowed } from '@newsstand/contract/manage/plain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type MouseEvent, type PointerEvent, Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isCalendar } from '../../api/checks.ts';
import { editorHref, type Space, spacePath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { IconChevronLeft, IconChevronRight } from '../../icons/icons.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { formatDay, formatTime, zoneName } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { addDays, fromWallClock, timeZone, wallClock } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { wordsOf } from '../../words/languages.ts';
import { addMonths, type Month, weeksOf } from './monthOf.ts';
import { type CalendarMoment, momentTitle, shelfOf, useReschedule } from './useReschedule.tsx';

const momentTypes = ['opens', 'closes', 'changes'] as const;

const MomentDialog = lazy(() => import('./MomentDialog.tsx'));

/** A month of what opens, closes and changes in a space. What is still to come can be moved. */
export default function CalendarPanel({ space }: { readonly space: Space }) {
  const texts = useWords().desk;
  const { language } = useLanguage();
  const now = useNow();
  const today = wallClock(now, timeZone).slice(0, 10);
  const [month, setMonth] = useState<Month>(today.slice(0, 7));
  const [day, setDay] = useState<string>();
  const [moment, setMoment] = useState<CalendarMoment>();
  const { roles } = useSession().operator;
  const canMove = ({ at, instanceId }: CalendarMoment) =>
    at > now && isAllowed(roles, 'editor', { ...space, instanceId });
  const reschedule = useReschedule(space);
  const weeks = weeksOf(month, wordsOf(language).conventions.firstDayOfWeek);
  const { data, error, refetch } = useMonth(space, weeks);
  const byDay = Map.groupBy(data?.list ?? [], ({ at }) => wallClock(at, timeZone).slice(0, 10));
  const drop = (moved: CalendarMoment, date: string) => {
    const at = fromWallClock(`${date} ${wallClock(moved.at, timeZone).slice(11)}`, timeZone);
    // A day in the past, or an hour of today that is over: then the time is asked for.
    if (at > Date.now()) void reschedule(moved, at);
    else setMoment(moved);
  };
  const { handlers, target } = useMomentDrag(drop);
  return (
    <Panel title={texts.calendar}>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          aria-label={texts.previous}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={texts.next} onClick={() => setMonth(addMonths(month, 1))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {monthName(month, wordsOf(language).conventions.locale)}
        </Text>
        {!today.startsWith(month) && (
          <Button size="compact-sm" variant="default" onClick={() => setMonth(today.slice(0, 7))}>
            {texts.today}
          </Button>
        )}
        <ul className="calendar-legend">
          {momentTypes.map((type) => (
            <li key={type}>
              <span className="calendar-mark" data-type={type} />
              {texts[type]}
            </li>
          ))}
          <li>{texts.zone(zoneName(now, timeZone))}</li>
        </ul>
      </Group>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      <div className="calendar" aria-busy={data === undefined}>
        {weeks[0]?.map((date) => (
          <div key={date} className="calendar-head" aria-hidden {...weekend(date)}>
            {weekdayName(date, wordsOf(language).conventions.locale)}
          </div>
        ))}
        {weeks.flat().map((date) => (
          <DayCell
            key={date}
            date={date}
            moments={byDay.get(date) ?? []}
            isToday={date === today}
            isOther={!date.startsWith(month)}
            isTarget={target === date}
            handlersOf={(each) => (canMove(each) ? handlers(each) : undefined)}
            onOpenDay={() => setDay(date)}
            onOpen={(each) => (canMove(each) ? setMoment(each) : setDay(date))}
          />
        ))}
      </div>
      <Agenda space={space} moments={(data?.list ?? []).filter(({ at }) => at > now)} />
      {data !== undefined && data.further > 0 && (
        <Text size="sm" c="dimmed">
          {texts.further(data.further)}
        </Text>
      )}
      {day !== undefined && (
        <DayDialog
          space={space}
          date={day}
          moments={byDay.get(day) ?? []}
          onClose={() => setDay(undefined)}
          canMove={canMove}
          onMove={setMoment}
        />
      )}
      {moment !== undefined && (
        <Suspense>
          <MomentDialog
            key={momentKey(moment)}
            space={space}
            moment={moment}
            onClose={() => setMoment(undefined)}
            onMove={(at) => {
              setMoment(undefined);
              setDay(undefined);
              void reschedule(moment, at);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function useMonth(space: Space, weeks: readonly (readonly string[])[]) {
  const [first = '', last = ''] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const from = fromWallClock(`${first} 00:00:00`, timeZone);
  const until = fromWallClock(addDays(last, 1, 0), timeZone);
  const path = `${spacePath(space)}/calendar`;
  return useQuery({
    queryKey: ['calendar', path, from, until],
    queryFn: ({ signal }) => fetchJson(path, isCalendar, { query: { from, until }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Drags something to another day, by mouse or touch; days are found by their `data-date`. */
function useMomentDrag(onDrop: (moment: CalendarMoment, date: string) => void) {
  const dragged = useRef<{ readonly moment: CalendarMoment; readonly date: string }>(undefined);
  const isDropped = useRef(false);
  const [target, setTarget] = useState<string>();
  const dateAt = ({ clientX, clientY }: PointerEvent) =>
    document
      .elementsFromPoint(clientX, clientY)
      .map((element) => element.closest<HTMLElement>('[data-date]')?.dataset['date'])
      .find((date) => date !== undefined);
  const end = () => {
    dragged.current = undefined;
    setTarget(undefined);
  };
  const handlers = (moment: CalendarMoment) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = { moment, date: dateAt(event) ?? '' };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const date = dragged.current && dateAt(event);
      if (date !== undefined && date !== dragged.current?.date) setTarget(date);
      else if (date !== undefined) setTarget(undefined);
    },
    onPointerUp() {
      if (dragged.current !== undefined && target !== undefined) {
        onDrop(dragged.current.moment, target);
        // The click that follows does not open it.
        isDropped.current = true;
        setTimeout(() => {
          isDropped.current = false;
        });
      }
      end();
    },
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (isDropped.current) event.stopPropagation();
    },
  });
  return { handlers, target };
}

type DayProps = {
  readonly date: string;
  readonly moments: readonly CalendarMoment[];
  readonly isToday: boolean;
  readonly isOther: boolean;
  readonly isTarget: boolean;
  readonly handlersOf: (moment: CalendarMoment) => object | undefined;
  readonly onOpenDay: () => void;
  readonly onOpen: (moment: CalendarMoment) => void;
};

const mostShown = 3;

function DayCell({ date, moments, isToday, isOther, isTarget, handlersOf, onOpenDay, onOpen }: DayProps) {
  const texts = useWords().desk;
  const { language } = useLanguage();
  const further = moments.length - mostShown;
  return (
    <div
      className="calendar-day"
      data-date={date}
      {...weekend(date)}
      data-today={isToday || undefined}
      data-other={isOther || undefined}
      data-target={isTarget || undefined}
    >
      <UnstyledButton
        className="calendar-number"
        aria-label={`${texts.dayDetails(formatDay(date, language))} (${moments.length})`}
        aria-current={isToday ? 'date' : undefined}
        onClick={onOpenDay}
      >
        {Number(date.slice(8))}
      </UnstyledButton>
      {moments.slice(0, mostShown).map((moment) => {
        const time = formatTime(moment.at, language, timeZone);
        const handlers = handlersOf(moment);
        return (
          <UnstyledButton
            key={momentKey(moment)}
            className="calendar-moment"
            data-type={moment.type}
            data-movable={handlers !== undefined || undefined}
            title={`${time} ${texts[moment.type]}: ${momentTitle(moment)}`}
            aria-label={`${time} ${momentTitle(moment)}, ${texts[moment.type]}`}
            onClick={() => onOpen(moment)}
            {...handlers}
          >
            <span className="calendar-time">{time}</span> {momentTitle(moment)}
          </UnstyledButton>
        );
      })}
      {further > 0 && (
        <UnstyledButton className="calendar-more" onClick={onOpenDay}>
          {texts.more(further)}
        </UnstyledButton>
      )}
    </div>
  );
}

const agendaLength = 10;

/** What comes next, for phones, where a day has no room for titles. */
function Agenda({ space, moments }: { readonly space: Space; readonly moments: readonly CalendarMoment[] }) {
  const texts = useWords().desk;
  const { language } = useLanguage();
  if (moments.length === 0) return null;
  return (
    <Box hiddenFrom="sm">
      <ul className="desk-list" aria-label={texts.coming}>
        {moments.slice(0, agendaLength).map((moment) => (
          <li key={momentKey(moment)}>
            <span className="calendar-mark" data-type={moment.type} />
            <Anchor
              component={Link}
              href={editorHref(shelfOf(space, moment), moment.id)}
              size="sm"
              className="desk-name"
            >
              {momentTitle(moment)}
            </Anchor>
            <Text component="span" size="xs" c="dimmed" className="desk-when">
              {texts[moment.type]} {formatDay(wallClock(moment.at, timeZone).slice(0, 10), language)}{' '}
              {formatTime(moment.at, language, timeZone)}
            </Text>
          </li>
        ))}
      </ul>
    </Box>
  );
}

function momentKey({ kind, instanceId, id, type, at }: CalendarMoment): string {
  return `${kind} ${instanceId} ${id} ${type} ${at}`;
}

type DialogProps = {
  readonly space: Space;
  readonly onClose: () => void;
};

function DayDialog({
  space,
  date,
  moments,
  onClose,
  canMove,
  onMove,
}: DialogProps & {
  readonly date: string;
  readonly moments: readonly CalendarMoment[];
  readonly canMove: (moment: CalendarMoment) => boolean;
  readonly onMove: (moment: CalendarMoment) => void;
}) {
  const texts = useWords().desk;
  const { language } = useLanguage();
  return (
    <Modal opened onClose={onClose} title={formatDay(date, language, true)} centered>
      <Stack gap="xs">
        {moments.length === 0 && <Text size="sm">{texts.nothing}</Text>}
        {moments.map((moment) => (
          <Group key={momentKey(moment)} gap="sm" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {formatTime(moment.at, language, timeZone)} {texts[moment.type]}
            </Text>
            <Anchor component={Link} href={editorHref(shelfOf(space, moment), moment.id)} size="sm" flex={1}>
              {momentTitle(moment)}
            </Anchor>
            {canMove(moment) && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={texts.reschedule(momentTitle(moment))}
                onClick={() => onMove(moment)}
              >
                {texts.save}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}

function monthName(month: Month, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
  return format.format(Date.parse(`${month}-01T00:00:00Z`));
}

function weekend(date: string) {
  return { 'data-weekend': new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0 || undefined };
}

function weekdayName(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' }).format(
    Date.parse(`${date}T00:00:00Z`),
  );
}
