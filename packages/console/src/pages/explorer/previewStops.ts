const hour = 3_600_000;

/** How far ahead the service reports what opens and closes. */
export const horizon = 30 * 24 * hour;

/** The stops of a time slider: now, every full hour, and whenever something opens or closes. */
export function previewStops(now: number, moments: readonly number[]): readonly number[] {
  const firstHour = Math.ceil((now + 1) / hour) * hour;
  const hours = Array.from({ length: horizon / hour }, (_, at) => firstHour + at * hour);
  const all = new Set([now, ...hours, ...moments].filter((at) => at >= now && at <= now + horizon));
  return [...all].sort((one, other) => one - other);
}

/** The index of the stop nearest to a time. */
export function nearestStop(stops: readonly number[], at: number): number {
  const next = stops.findIndex((stop) => stop >= at);
  if (next < 0) return stops.length - 1;
  const [before, after] = [stops[next - 1] ?? Number.NEGATIVE_INFINITY, stops[next] ?? at];
  return at - before < after - at ? next - 1 : next;
}
