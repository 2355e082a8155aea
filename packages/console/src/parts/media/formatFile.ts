import type { Language } from '../../words/languages.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes, such as `284 kB`. */
export function formatSize(bytes: number, language: Language): string {
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const unit = units[power] ?? 'byte';
  const digits = power > 0 && value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value);
}

/** A fraction as a percentage. */
export function formatPercent(fraction: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(fraction);
}

/** A duration, such as `1:05`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...others] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...others.map((part) => `${part}`.padStart(2, '0'))].join(':');
}
