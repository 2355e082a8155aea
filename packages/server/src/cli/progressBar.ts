/** A terminal to draw on. */
type Screen = { readonly isTTY?: boolean | undefined; write(text: string): unknown };

/** The progress of long work. */
type ProgressBar = { update(done: number): void; end(): void };

const cells = 24;
const pauseMilliseconds = 100;
const clearLine = '\r\u001b[K';

/** Draws one line that is rewritten and cleared at the end; draws nothing without a terminal. */
export function progressBar(label: string, total: number, screen: Screen, now: () => number): ProgressBar {
  if (!screen.isTTY) return { update: () => {}, end: () => {} };
  let drawnAt = -Infinity;
  return {
    update(done) {
      if (now() - drawnAt < pauseMilliseconds) return;
      drawnAt = now();
      screen.write(clearLine + progressLine(label, done, total));
    },
    end: () => void screen.write(clearLine),
  };
}

/** Draws one bar after another, for work in several steps. */
export function stepProgress() {
  let shown: { readonly step: string; readonly bar: ProgressBar } | undefined;
  return {
    update(step: string, done: number, total: number): void {
      if (shown?.step !== step) shown = { step, bar: progressBar(step, total, process.stderr, Date.now) };
      shown.bar.update(done);
    },
    end: () => shown?.bar.end(),
  };
}

/** Draws how far the making of one file after another is. */
export function videoProgressBar(): (file: string, fraction: number) => void {
  let current: { readonly file: string; readonly bar: ProgressBar } | undefined;
  return (file, fraction) => {
    if (current?.file !== file)
      current = { file, bar: progressBar(`Processing ${file}`, 1, process.stderr, Date.now) };
    if (fraction < 1) current.bar.update(fraction);
    else current.bar.end();
  };
}

/** Without a total (a stream), only the amount so far is known. */
function progressLine(label: string, done: number, total: number): string {
  if (total <= 0) return `${label} ${done.toLocaleString('en')}`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * cells);
  return `${label} [${'#'.repeat(filled)}${'.'.repeat(cells - filled)}] ${Math.floor(share * 100)} %`;
}
