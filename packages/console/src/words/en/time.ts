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
  liveSinceUntil: (since: string, until: string, distance: string) =>
    `Live since ${since}; closes on ${until}, ${distance}.`,
  opens: (from: string, distance: string) => `Goes live on ${from}, ${distance}.`,
  opensAndCloses: (from: string, distance: string, until: string, later: string) =>
    `Goes live on ${from}, ${distance}; closes on ${until}, ${later}.`,
  closed: (until: string, distance: string) => `Closed on ${until}, ${distance}.`,
  never: 'Never goes live.',
  neverWarning: (from: string, until: string) =>
    `It closes (${until}) before it opens (${from}), so readers never see it.`,
  overWarning: 'Its closing time has passed, so readers do not see it.',
  hides: {
    title: (name: string) => `Hide “${name}” from readers?`,
    until: (until: string) => `Readers see it now. This hides it from them until ${until}.`,
    forGood: 'Readers see it now. This hides it from them, and it does not come back by itself.',
    laterUntil: (from: string, until: string) =>
      `From ${from} on, this hides it from readers until ${until}.`,
    laterForGood: (from: string) =>
      `From ${from} on, this hides it from readers, and it does not come back by itself.`,
  },
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
  choose: 'Choose or type a date and time',
  calendarOf: (label: string) => `${label}: calendar`,
  clearOf: (label: string) => `${label}: clear`,
  understood: (moment: string, distance: string) => `${moment}, ${distance}.`,
  unreadable: 'This is not understood. Type “21 Nov 16:30”, “tomorrow 9:00” or “14:30”, for example.',
  notes: {
    skipped: 'The clocks go forward that night, so the time you typed does not exist. This one follows it.',
    twice: 'The clocks go back that night, so this time comes twice. The first is meant.',
  },
  clear: 'Clear',
  timeLabel: 'Time',
  hours: 'Hours',
  minutes: 'Minutes',
  done: 'Done',
  earlier: 'Previous',
  later: 'Next',
};
