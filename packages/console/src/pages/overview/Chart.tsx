import { useEffect, useRef } from 'react';
import uPlot from 'uplot';

/** One line of a chart. */
type ChartLine = { readonly label: string; readonly colour: string; readonly isDashed?: boolean };

type Props = {
  /** Times in seconds since 1970, then the values of each line; unknown values are null. */
  readonly data: readonly (readonly (number | null)[])[];
  readonly lines: readonly ChartLine[];
  /** The colours of the labels and of the grid. */
  readonly ink: string;
  readonly grid: string;
  readonly write: (value: number) => string;
  readonly writeTime: (seconds: number) => string;
  /** How many seconds are shown. */
  readonly seconds: number;
  /** The minimum height of the scale, so that a quiet line stays low. */
  readonly top: number;
};

const height = 150;

/** A line chart over time. Hidden from screen readers, because the figures beside it say the same. */
export default function Chart({ data, ...look }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const chartRef = useRef<uPlot>(null);
  const latest = useRef({ data, look });
  latest.current = { data, look };
  // A new line or colour needs a new chart; new values do not.
  const key = JSON.stringify([look.lines, look.ink, look.grid, look.top]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for all relevant options.
  useEffect(() => {
    if (container.current === null) return;
    const chart = draw(container.current, latest.current);
    chartRef.current = chart;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) chart.setSize({ width: Math.floor(entry.contentRect.width), height });
    });
    observer.observe(container.current);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [key]);
  useEffect(() => chartRef.current?.setData(aligned(data)), [data]);
  return <div ref={container} className="chart" style={{ height }} aria-hidden />;
}

type Drawing = { readonly data: Props['data']; readonly look: Omit<Props, 'data'> };

function draw(container: HTMLElement, { data, look }: Drawing): uPlot {
  const { lines, ink, grid, write, writeTime, seconds, top } = look;
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: '11px system-ui',
  };
  const options: uPlot.Options = {
    ...{ width: container.clientWidth || 300, height, padding: [8, 20, 0, 0] },
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: true, range: (_, __, max) => [(max ?? 0) - seconds, max ?? 0] },
      y: { range: (_, __, max) => [0, Math.max(top, (max ?? 0) * 1.1)] },
    },
    axes: [
      { ...axis, size: 24, incrs: [60, 120, 300], space: 45, values: (_, at) => at.map(writeTime) },
      { ...axis, size: 52, space: 30, values: (_, at) => at.map(write) },
    ],
    series: [
      {},
      ...lines.map(({ label, colour, isDashed = false }) => ({
        ...{ label, stroke: colour, width: 1.75, spanGaps: false, points: { size: 4 } },
        ...(isDashed && { dash: [5, 4] }),
      })),
    ],
  };
  return new uPlot(options, aligned(data), container);
}

/** uPlot takes mutable arrays, with the times first. */
function aligned([times = [], ...values]: Props['data']): uPlot.AlignedData {
  return [times.map((time) => time ?? 0), ...values.map((line) => [...line])];
}
