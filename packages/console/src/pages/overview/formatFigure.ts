import type { Language } from '../../words/languages.ts';
import type { ChartName } from './trafficCharts.ts';

/** A figure of a chart with its unit: `12.5 /s`, `0.8 ms`, `97 %`, `40 ms`, `1.2 s`. */
export function formatFigure(name: ChartName, value: number, language: Language): string {
  const write = (number: number) =>
    number.toLocaleString(language, { maximumFractionDigits: number < 10 ? 2 : number < 100 ? 1 : 0 });
  if (name === 'latency') return duration(value);
  if (name === 'lag') return duration(value * 1000);
  return name === 'cache' ? `${write(value)} %` : `${write(value)} /s`;

  function duration(milliseconds: number): string {
    return milliseconds < 1000 ? `${write(milliseconds)} ms` : `${write(milliseconds / 1000)} s`;
  }
}
