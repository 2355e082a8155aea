/**
 * The time of the service by the Date header of a response, or up to two seconds later; without one, the time here. The header
 * has whole seconds, and is renewed every second. The clock of the browser may be behind, and what readers saw before a change
 * cannot be previewed.
 */
export function serviceTime(date: string | null | undefined): number {
  const second = Date.parse(date ?? '');
  return Number.isNaN(second) ? Date.now() : second + 2000;
}
