import { Button, Code, Group, SegmentedControl, Slider, Stack, Text, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { Overview } from '@newsstand/contract/manage';
import { isAppKind } from '@newsstand/contract/plain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isOverview } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { IconArrowLeft, IconArrowRight } from '../../icons/icons.tsx';
import { DateTimeInput } from '../../time/DateTimeInput.tsx';
import { formatDateTime, formatDistance } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { type ExplorerRequest, withValue } from './ExplorerRequest.ts';
import { nearestStop, previewStops } from './previewStops.ts';

type PreviewProps = {
  readonly request: ExplorerRequest;
  readonly error?: string | undefined;
  readonly onChange: (request: ExplorerRequest) => void;
  /** Called when another time is chosen, which is requested immediately. */
  readonly onMove: (request: ExplorerRequest) => void;
};

/** Chooses the time to preview, or none, which shows everything. */
export function PreviewPanel({ request, error, onChange, onMove }: PreviewProps) {
  const texts = useWords().explorer.preview;
  const { previewAt } = request.values;
  const at = previewAt === undefined ? undefined : Number(previewAt);
  const move = (next: number | undefined) => onMove(withValue(request, 'previewAt', `${next ?? ''}`));
  return (
    <Stack gap="sm">
      <Title order={3} size="h5" mt="xs">
        {texts.title} <Code>previewAt</Code>
      </Title>
      <SegmentedControl
        aria-label={texts.title}
        value={at === undefined ? 'everything' : 'moment'}
        onChange={(choice) =>
          choice === 'moment' ? move(Date.now()) : onChange(withValue(request, 'previewAt', ''))
        }
        data={[
          { value: 'everything', label: texts.everything },
          { value: 'moment', label: texts.moment },
        ]}
      />
      {at === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.everythingHint}
        </Text>
      ) : (
        <>
          <TimeSlider
            request={request}
            at={Number.isFinite(at) ? at : Date.now()}
            // The page may have been open for long, and what was live then may not be known any more.
            onMove={(next) => move(Math.max(next, Date.now()))}
          />
          <DateTimeInput
            label={texts.exact}
            value={Number.isFinite(at) ? at : undefined}
            onChange={move}
            error={error}
            isRequired
          />
        </>
      )}
    </Stack>
  );
}

type SliderProps = {
  readonly request: ExplorerRequest;
  readonly at: number;
  readonly onMove: (at: number) => void;
};

const debounceMilliseconds = 250;
const week = 7 * 86_400_000;

/** A slider over the next 30 days that stops whenever something opens or closes. */
function TimeSlider({ request, at, onMove }: SliderProps) {
  const texts = useWords().explorer.preview;
  const { now, moments } = useMoments(request);
  const stops = useMemo(
    () =>
      previewStops(
        now,
        moments.map((each) => each.at),
      ),
    [now, moments],
  );
  const [dragged, setDragged] = useState<number>();
  const moveLater = useDebouncedCallback((stop: number) => {
    setDragged(undefined);
    onMove(stop);
  }, debounceMilliseconds);
  const slide = (scope: number) => {
    const stop = stops[scope] ?? now;
    setDragged(stop);
    moveLater(stop);
  };
  const shown = dragged ?? at;
  const moment = useMomentText(now);
  const indexOf = (each: number) => nearestStop(stops, each);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500} aria-live="polite">
        {moment(shown)}
      </Text>
      <ChangesNow moments={moments.filter((each) => each.at === shown)} />
      <Slider
        mx="xs"
        mb="lg"
        thumbLabel={texts.slider}
        thumbValueText={() => moment(shown)}
        label={null}
        min={0}
        max={stops.length - 1}
        value={indexOf(shown)}
        onChange={slide}
        marks={[
          { value: 0, label: texts.now },
          ...[1, 2, 3].map((weeks) => ({ value: indexOf(now + weeks * week), label: texts.weeks(weeks) })),
          ...moments.map((each) => ({ value: indexOf(each.at) })),
        ]}
      />
      <ChangeButtons at={shown} moments={moments} onMove={onMove} />
    </Stack>
  );
}

type Moments = Overview['moments'];
const none: Moments = [];

/** What opens and closes in the requested instance. */
function useMoments({ operation, projectId, spaceId, instanceId }: ExplorerRequest) {
  const [opened] = useState(Date.now);
  const { data } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => fetchJson('/overview', isOverview, { signal }),
  });
  const moments = useMemo(() => {
    if (!isAppKind(operation.kind)) return none;
    return data?.moments.filter(
      (each) =>
        each.kind === operation.kind &&
        each.projectId === projectId &&
        each.spaceId === spaceId &&
        each.instanceId === instanceId,
    );
  }, [data, operation, projectId, spaceId, instanceId]);
  return { now: data?.at ?? opened, moments: moments ?? none };
}

function useMomentText(now: number) {
  const texts = useWords().explorer.preview;
  const { language } = useLanguage();
  return (at: number) =>
    texts.at(formatDateTime(at, language, timeZone), formatDistance(at, now, language, timeZone));
}

const maxNamed = 2;

/** What opens or closes at the chosen time. */
function ChangesNow({ moments }: { readonly moments: Moments }) {
  const texts = useWords().explorer.preview;
  const named = moments.slice(0, maxNamed).map(({ type, name }) => texts[type](name));
  const more = moments.length > maxNamed ? [texts.more(moments.length - maxNamed)] : [];
  return (
    <Text size="sm" c="dimmed" mih="1.5em">
      {[...named, ...more].join(' · ')}
    </Text>
  );
}

function ChangeButtons({
  at,
  moments,
  onMove,
}: {
  readonly at: number;
  readonly moments: Moments;
  readonly onMove: (at: number) => void;
}) {
  const texts = useWords().explorer.preview;
  const previous = moments.findLast((each) => each.at < at);
  const next = moments.find((each) => each.at > at);
  if (moments.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    );
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="light"
        disabled={previous === undefined}
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() => previous && onMove(previous.at)}
      >
        {texts.previous}
      </Button>
      <Button
        size="compact-sm"
        variant="light"
        disabled={next === undefined}
        rightSection={<IconArrowRight size={14} aria-hidden />}
        onClick={() => next && onMove(next.at)}
      >
        {texts.next}
      </Button>
    </Group>
  );
}
