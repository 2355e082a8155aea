/** Brings what has just come up into sight, for whoever has scrolled elsewhere: a `ref` for it. */
export function showAlert(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'nearest' });
}
