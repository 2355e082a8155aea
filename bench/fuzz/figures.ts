import { table } from '../report/table.ts';
import { matrixSummary, routeNames } from './desync/matrixPage.ts';
import type { DesyncRow } from './desync/runMatrix.ts';
import type { FuzzResult, Tally } from './fuzz.ts';
import type { ManageResult } from './fuzzManagement.ts';

/** The results of a run. */
export type Findings = {
  readonly provenance: string;
  readonly seed: number;
  readonly records: number;
  readonly fuzzed: FuzzResult;
  readonly managed: ManageResult;
  /** The memory of the service, in megabytes. */
  readonly memory: { readonly before: number; readonly after: number };
  readonly rows: readonly DesyncRow[];
};

/** The figures for docs/reliability.md, in Markdown. */
export function fuzzFigures({ provenance, seed, records, fuzzed, managed, memory, rows }: Findings): string {
  const all = [...fuzzed.tallies.values()].reduce((sum, { requests }) => sum + requests, 0);
  const rates = `${number(all)} requests in ${fuzzed.seconds.toFixed(0)} s, seed ${seed}, ${records} records with canaries`;
  return [
    `${provenance}. ${rates}; the service used ${memory.before.toFixed(0)} MB before and ${memory.after.toFixed(0)} MB after.\n`,
    table(
      [
        '',
        'requests',
        'responses checked',
        'of these to damaged ones',
        '2xx and 304',
        '4xx',
        '501, 505',
        'other 5xx',
        'violations',
      ],
      [
        ...[...fuzzed.tallies].map(([route, tally]) => [
          routeNames[route],
          number(tally.requests),
          number(tally.responses),
          number(tally.damaged),
          ...byKind(tally.statuses),
          number(fuzzed.violations.filter((violation) => violation.route === route).length),
        ]),
        [
          'the private listener, as a stranger and as a viewer',
          number(managed.responses),
          number(managed.responses),
          '0',
          ...byKind(managed.statuses),
          number(managed.violations.length),
        ],
      ],
    ),
    matrixSummary(rows),
  ].join('\n');
}

function byKind(statuses: Tally['statuses'] | ManageResult['statuses']): readonly string[] {
  const sum = (isWanted: (status: number) => boolean) =>
    number([...statuses].reduce((total, [status, count]) => (isWanted(status) ? total + count : total), 0));
  const isRefusal = (status: number) => status === 501 || status === 505;
  return [
    sum((status) => status < 400),
    sum((status) => status >= 400 && status < 500),
    sum(isRefusal),
    sum((status) => status >= 500 && !isRefusal(status)),
  ];
}

function number(value: number): string {
  return value.toLocaleString('en');
}
