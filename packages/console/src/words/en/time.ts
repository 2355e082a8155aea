/** How a language writes dates and times. */
export type Conventions = {
  readonly locale: string;
  readonly hour: '2-digit' | 'numeric';
  readonly month: 'short' | 'long';
  /** 0 is Sunday. */
  readonly firstDayOfWeek: 0 | 1;
  /** Whether words are separated by spaces. */
  readonly hasSpaces: boolean;
};

/** How dates and times are written. */
export const conventions: Conventions = {
  locale: 'en-GB',
  hour: '2-digit',
  month: 'short',
  firstDayOfWeek: 1,
  hasSpaces: true,
};

/** Dates and times. */
export const time = {
  draft: 'Draft: readers do not see it.',
  live: 'Readers see it now.',
  liveSince: (from: string) => `Live since ${from}.`,
  liveUntil: (until: string, distance: string) => `Live now; closes on ${until}, ${distance}.`,
  opens: (from: string, distance: string) => `Goes live on ${from}, ${distance}.`,
  opensAndCloses: (from: string, distance: string, until: string, later: string) =>
    `Goes live on ${from}, ${distance}; closes on ${until}, ${later}.`,
  closed: (until: string, distance: string) => `Closed on ${until}, ${distance}.`,
  never: 'Never goes live.',
  neverWarning: (from: string, until: string) =>
    `It closes (${until}) before it opens (${from}), so readers never see it.`,
  overWarning: 'Its closing time has passed, so readers do not see it.',
  next: {
    opens: (near: string) => `goes live ${near}`,
    closes: (near: string) => `closes ${near}`,
    closed: (near: string) => `closed ${near}`,
    never: 'never goes live',
  },
  now: 'now',
  quick: {
    ...{ tomorrow: 'Tomorrow 09:00', monday: 'Monday 09:00', week: 'In a week' },
    ...{ afterDay: 'After a day', afterWeek: 'After a week', afterMonth: 'After 30 days' },
    ...{ month: 'In 30 days', quarter: 'In 90 days', year: 'In a year' },
  },
  zone: (name: string, zone: string) => (name === zone ? zone : `${name}, ${zone}`),
  choose: 'Choose a date and time',
  clear: 'Clear',
  timeLabel: 'Time',
  hours: 'Hours',
  minutes: 'Minutes',
  done: 'Done',
  earlier: 'Previous',
  later: 'Next',
};
