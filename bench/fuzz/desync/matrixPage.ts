import { table } from '../../report/table.ts';
import type { Route } from '../judge.ts';
import type { DesyncRow } from './runMatrix.ts';

/** The names of the routes in tables. */
export const routeNames: { readonly [Name in Route]: string } = {
  direct: 'the service itself',
  nginx: 'nginx in front',
  varnish: 'Varnish in front',
};

const routes: readonly Route[] = ['direct', 'nginx', 'varnish'];

/** The whole matrix, in Markdown. */
export function matrixPage(provenance: string, rows: readonly DesyncRow[]): string {
  const groups = Map.groupBy(rows, ({ item }) => item.group);
  return [
    '# The desync matrix\n',
    `${provenance}. ${rows.length} requests whose end two parsers might interpret differently, each sent to the service itself and through the proxies of [docs/scaling.md](../docs/scaling.md), with another request behind it on the same connection. Written by \`npm run fuzz\`; how to read it: [docs/reliability.md](../docs/reliability.md#what-strangers-send).\n`,
    'Each cell lists the statuses of the responses. *its own*: the response to a complete request behind the case or inside its body. *next*: the request behind it got its correct response. *closed*: the connection was closed before that. In the names of cases, N is the length of the body, and H the same in hexadecimal. A broken invariant would be in **bold**.\n',
    ...[...groups].flatMap(([group, items]) => [
      `## ${capitalized(group)}\n`,
      table(
        ['case', ...routes.map((route) => routeNames[route])],
        items.map((row) => [`\`${cell(row.item.name)}\``, ...routes.map((route) => told(row, route))]),
      ),
    ]),
  ].join('\n');
}

function told({ outcomes }: DesyncRow, route: Route): string {
  const outcome = outcomes.find((each) => each.route === route);
  if (outcome === undefined) return 'not tried';
  return outcome.violations.length === 0 ? outcome.told : `**${cell(outcome.violations.join('; '))}**`;
}

/** The figures of the matrix, one line per group of cases. */
export function matrixSummary(rows: readonly DesyncRow[]): string {
  const groups = [...Map.groupBy(rows, ({ item }) => item.group)];
  const line = (name: string, items: readonly DesyncRow[]) => [
    name,
    String(items.length),
    ...routes.map((route) => `${refused(items, route)} / ${taken(items, route)}`),
    String(brokenIn(items)),
  ];
  return table(
    ['cases about', 'number', ...routes.map((route) => `${routeNames[route]}: refused / answered`), 'broken'],
    [...groups.map(([group, items]) => line(group, items)), line('**all**', rows)],
  );
}

/** How many cases broke an invariant. */
export function brokenIn(rows: readonly DesyncRow[]): number {
  return rows.filter(({ outcomes }) => outcomes.some(({ violations }) => violations.length > 0)).length;
}

function taken(rows: readonly DesyncRow[], route: Route): number {
  return firstStatuses(rows, route).filter((status) => /^2/.test(status)).length;
}

function refused(rows: readonly DesyncRow[], route: Route): number {
  return firstStatuses(rows, route).filter((status) => !/^2/.test(status)).length;
}

function firstStatuses(rows: readonly DesyncRow[], route: Route): readonly string[] {
  return rows.flatMap(({ outcomes }) =>
    outcomes.filter((outcome) => outcome.route === route).map((outcome) => outcome.told),
  );
}

function cell(text: string): string {
  return text.slice(0, 60).replaceAll('|', '\\|').replaceAll('`', "'");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
