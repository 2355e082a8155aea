import { Paper, Text, Title, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { isTraffic } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { formatTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import {
  type ChartName,
  chartNames,
  formatFigure,
  type Hue,
  type TrafficLine,
  trafficCharts,
} from './trafficCharts.ts';

const Chart = lazy(() => import('./Chart.tsx'));

const refreshMilliseconds = 2000;
const shownSeconds = 300;

/** The requests that every node gets from readers, measured while they are in view: they are the end of a long page. */
export function TrafficPanel() {
  const texts = useWords().overview;
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { data, error } = useQuery({
    queryKey: ['traffic'],
    enabled: inViewport,
    queryFn: ({ signal }) => fetchJson('/traffic', isTraffic, { signal }),
    refetchInterval: refreshMilliseconds,
  });
  const traffic = useMemo(() => data && trafficCharts(data), [data]);
  const isKnown = traffic !== undefined && traffic.times.length > 0;
  return (
    <div ref={ref}>
      <Panel title={texts.traffic}>
        <Text size="sm" c="dimmed">
          {texts.trafficHint}{' '}
          {traffic && traffic.furtherNodes > 0 && texts.furtherNodes(traffic.furtherNodes)}
        </Text>
        {error && <ErrorAlert error={error} />}
        {!isKnown && !error && <Text size="sm">{texts.measuring}</Text>}
        {isKnown && (
          <div className="charts">
            {chartNames.map((name) => (
              <TrafficChart key={name} name={name} times={traffic.times} lines={traffic.charts[name]} />
            ))}
          </div>
        )}
      </Panel>
    </div>
  );
}

/** The minimum height of each chart's scale, so that a quiet line stays low. */
const tops: Readonly<Record<ChartName, number>> = {
  requests: 5,
  statuses: 5,
  latency: 2,
  cache: 100,
  lag: 0.5,
};

type ChartProps = {
  readonly name: ChartName;
  readonly times: readonly number[];
  readonly lines: readonly TrafficLine[];
};

function TrafficChart({ name, times, lines }: ChartProps) {
  const texts = useWords().overview;
  const { language } = useLanguage();
  const { colourOf, ink, grid } = useColours();
  const chartLines = lines.map(({ label, hue, isDashed = false }) => ({
    label,
    colour: colourOf(hue),
    isDashed,
  }));
  const data = useMemo(() => [times, ...lines.map(({ values }) => values)], [times, lines]);
  return (
    <Paper withBorder p="sm" miw={0}>
      <Title order={3} size="sm">
        {texts.charts[name]}
      </Title>
      <Figures name={name} lines={lines} />
      <Suspense fallback={<div style={{ height: 150 }} />}>
        <Chart
          {...{ data, lines: chartLines, ink, grid, seconds: shownSeconds, top: tops[name] }}
          write={(value) => formatFigure(name, value, language)}
          writeTime={(seconds) => formatTime(seconds * 1000, language, timeZone)}
        />
      </Suspense>
    </Paper>
  );
}

/** The newest figures in the colours of their lines. */
function Figures({ name, lines }: Omit<ChartProps, 'times'>) {
  const { language } = useLanguage();
  const { colourOf } = useColours();
  return (
    <ul className="figures">
      {lines.map(({ label, hue, isDashed, newest }) => (
        <li key={label}>
          <span className="mark" data-dashed={isDashed} style={{ borderColor: colourOf(hue) }} aria-hidden />
          <span>
            {label} <strong>{newest === null ? '–' : formatFigure(name, newest, language)}</strong>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The colours of the charts in the current colour scheme. */
function useColours() {
  const { colors } = useMantineTheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    colourOf: (hue: Hue) => colors[hue][isDark ? 4 : 7] ?? 'gray',
    ink: isDark ? '#c9c9c9' : '#495057',
    grid: isDark ? '#3b3b3b' : '#e9ecef',
  };
}
