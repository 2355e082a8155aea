/** How a language writes dates and times: each pattern, and what it means in the notation of `readDateTime`. */
export type DateRules = readonly (readonly [pattern: RegExp, notation: string])[];

const months = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];

const weekdays = [
  ['sun', 'sun(?:day)?'],
  ['mon', 'mon(?:day)?'],
  ['tue', 'tue(?:s|sday)?'],
  ['wed', 'wed(?:nesday)?'],
  ['thu', 'thu(?:rs?|rsday)?'],
  ['fri', 'fri(?:day)?'],
  ['sat', 'sat(?:urday)?'],
] as const;

const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const year = '((?:19|20)\\d\\d)(?![\\d:])';

/** How dates and times are typed. A date such as 5/6 is not among them: it means two things. */
export const dateRules: DateRules = [
  ...months.flatMap((name, at): DateRules => {
    const month = `\\b${name}\\b\\.?`;
    return [
      [new RegExp(`\\b${day}\\s+(?:of\\s+)?${month}\\s*,?\\s*${year}`), ` $2-${at + 1}-$1 `],
      [new RegExp(`${month}\\s+${day},?\\s+${year}`), ` $2-${at + 1}-$1 `],
      [new RegExp(`\\b${day}\\s+(?:of\\s+)?${month}`), ` --${at + 1}-$1 `],
      [new RegExp(`${month}\\s+${day}\\b`), ` --${at + 1}-$1 `],
    ];
  }),
  [/(?<![\d/])(1[3-9]|2\d|3[01])\/(0?[1-9]|1[0-2])\/((?:19|20)\d\d)(?!\d)/, ' $3-$2-$1 '],
  [/(?<![\d/])(0?[1-9]|1[0-2])\/(1[3-9]|2\d|3[01])\/((?:19|20)\d\d)(?!\d)/, ' $3-$1-$2 '],
  [/(?<![\d/])(1[3-9]|2\d|3[01])\/(0?[1-9]|1[0-2])(?![\d/])/, ' --$2-$1 '],
  [/(?<![\d/])(0?[1-9]|1[0-2])\/(1[3-9]|2\d|3[01])(?![\d/])/, ' --$1-$2 '],
  [/\bday after tomorrow\b/, ' +2d '],
  [/\btomorrow\b/, ' +1d '],
  [/\btoday\b/, ' +0d '],
  [/\byesterday\b/, ' -1d '],
  [/\bin an? (minute|hour|day|week|month)\b/, 'in 1 $1'],
  [/\bin (\d+) ?min(?:ute)?s?\b/, ' +$1min '],
  [/\bin (\d+) ?h(?:ours?)?\b/, ' +$1h '],
  [/\bin (\d+) days?\b/, ' +$1d '],
  [/\bin (\d+) weeks?\b/, ' +$1w '],
  [/\bin (\d+) months?\b/, ' +$1m '],
  [/\bnext week\b/, ' +1w '],
  [/\bthis week\b/, ' +0w '],
  [/\bnext month\b/, ' +1m '],
  ...weekdays.flatMap(
    ([token, name]): DateRules => [
      [new RegExp(`\\bnext ${name}\\b\\.?`), ` +1w ${token} `],
      [new RegExp(`\\bthis ${name}\\b\\.?`), ` +0w ${token} `],
      [new RegExp(`\\b${name}\\b\\.?`), ` ${token} `],
    ],
  ),
  [/\bnoon\b/, ' 12:00 '],
  [/\b(?:at|on|the)\b/g, ' '],
  [/(\d)([ap]m)\b/, '$1 $2'],
];
