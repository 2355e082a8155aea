import { Anchor, Badge, Button, Loader, Stack, Text, Title } from '@mantine/core';
import type { Overview as OverviewData } from '@newsstand/contract/manage';
import { useState } from 'react';
import { Link } from 'wouter';
import { editorHref } from '../../api/paths.ts';
import { useOverview } from '../../api/queries.ts';
import { useProjects } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { formatDay, formatTime, zoneName } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { type Day, daysOf, firstOf, type Moment } from './daysOf.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { Shelves } from './Shelves.tsx';
import { shelvesOf } from './shelvesOf.ts';
import { TrafficPanel } from './TrafficPanel.tsx';

/** The first page: counts, upcoming changes and traffic. */
export function Overview() {
  const texts = useWords().overview;
  const projects = useProjects();
  const { data, error, refetch } = useOverview();
  return (
    <Stack gap="lg">
      <PageHead title={texts.title} />
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <Loader />}
      {data !== undefined && (
        <>
          <FirstSteps spaces={shelvesOf(projects, data.shelves)} />
          <Shelves spaces={shelvesOf(projects, data.shelves)} />
          <Timeline overview={data} />
        </>
      )}
      <TrafficPanel />
    </Stack>
  );
}

const firstMoments = 10;

/** What opens and closes in the next 30 days, as a chart and as a list. */
function Timeline({ overview: { at, moments, furtherMoments } }: { readonly overview: OverviewData }) {
  const texts = useWords().overview;
  const { language } = useLanguage();
  const [isExpanded, setExpanded] = useState(false);
  const days = daysOf(moments, at, timeZone);
  return (
    <Panel title={texts.timeline}>
      <Text size="sm" c="dimmed">
        {moments.length === 0 ? texts.nothing : texts.zone(zoneName(at, timeZone))}
      </Text>
      {moments.length === 0 && <Text size="sm">{texts.nothingHint}</Text>}
      {moments.length > 0 && <DayStrip days={days} />}
      {firstOf(days, isExpanded ? moments.length : firstMoments).map((day) => (
        <DayList key={day.date} day={day} />
      ))}
      {!isExpanded && moments.length > firstMoments && (
        <Button variant="light" size="xs" onClick={() => setExpanded(true)}>
          {texts.all(moments.length.toLocaleString(language))}
        </Button>
      )}
      {furtherMoments > 0 && (
        <Text size="sm" c="dimmed">
          {texts.further(furtherMoments.toLocaleString(language))}
        </Text>
      )}
    </Panel>
  );
}

/** A column for each day. The list below says the same. */
function DayStrip({ days }: { readonly days: readonly Day[] }) {
  const texts = useWords().overview;
  const { language } = useLanguage();
  const counted = days.map(({ date, moments }) => ({
    ...{ date, opens: amountOf(moments, 'opens'), closes: amountOf(moments, 'closes') },
  }));
  const most = Math.max(1, ...counted.flatMap(({ opens, closes }) => [opens, closes]));
  return (
    <div className="day-strip" aria-hidden>
      {counted.map(({ date, opens, closes }) => (
        <div key={date} title={texts.day(formatDay(date, language), opens, closes)} {...weekend(date)}>
          <div className="half">
            <div className="bar opens" style={{ height: `${(100 * opens) / most}%` }} />
          </div>
          <div className="half">
            <div className="bar closes" style={{ height: `${(100 * closes) / most}%` }} />
          </div>
          <div className="number">{Number(date.slice(8))}</div>
        </div>
      ))}
    </div>
  );
}

function amountOf(moments: readonly Moment[], type: Moment['type']): number {
  return moments.filter((moment) => moment.type === type).length;
}

function weekend(date: string) {
  return { 'data-weekend': new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0 || undefined };
}

function DayList({ day: { date, moments } }: { readonly day: Day }) {
  const texts = useWords().overview;
  const { language } = useLanguage();
  return (
    <Stack gap={2}>
      <Title order={3} size="sm">
        {formatDay(date, language)}
      </Title>
      <ul className="day-list">
        {moments.map((moment) => (
          <li key={`${editorHref(moment, moment.contentId)} ${moment.type}`}>
            <Text component="span" size="sm">
              {formatTime(moment.at, language, timeZone)}
            </Text>
            <Badge variant="light" size="sm" tt="none" color={moment.type === 'opens' ? 'green' : 'orange'}>
              {texts[moment.type]}
            </Badge>
            <span>
              <Anchor component={Link} href={editorHref(moment, moment.contentId)} size="sm">
                {moment.name}
              </Anchor>{' '}
              <Text component="span" size="xs" c="dimmed">
                {texts[moment.kind]}: {moment.instanceId}
              </Text>
            </span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
