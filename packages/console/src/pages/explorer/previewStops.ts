const hour = 3_600_000;

/** How far ahead the service knows what opens and closes. */
export const stretch = 30 * 24 * hour;

/** Where a slider of moments stops: now, every full hour, and whenever something opens or closes. */
export function previewStops(now: number, moments: readonly number[]): readonly number[] {
  const firstHour = Math.ceil((now + 1) / hour) * hour;
  const hours = Array.from({ length: stretch / hour }, (_, at) => firstHour + at * hour);
  const all = new Set([now, ...hours, ...moments].filter((at) => at >= now && at <= now + stretch));
  return [...all].sort((one, other) => one - other);
}

/** The place of the stop that is nearest to a moment. */
export function nearestStop(stops: readonly number[], at: number): number {
  const next = stops.findIndex((stop) => stop >= at);
  if (next < 0) return stops.length - 1;
  const [before, after] = [stops[next - 1] ?? Number.NEGATIVE_INFINITY, stops[next] ?? at];
  return at - before < after - at ? next - 1 : next;
}
