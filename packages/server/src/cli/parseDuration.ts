const unitMilliseconds: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Reads a duration such as `90d`, `12h` or `1h30m` as milliseconds; undefined if it is not one. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d{1,9}[smhdw])+$/.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([smhdw])/g)) {
    total += Number(count) * (unitMilliseconds[unit ?? ''] ?? 0);
  }
  return total;
}
