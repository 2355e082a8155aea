import type { Measured } from '../measure.ts';
import { table } from '../report/table.ts';

/** What both answered to the same question. */
export type Row = { readonly name: string; readonly ours: Measured; readonly theirs: Measured };

/** Our requests a second to theirs. */
export function ratioOf({ ours, theirs }: Row): number {
  return ours.perSecond / theirs.perSecond;
}

/** The page of the comparison, in Markdown. */
export function peersPage(provenance: string, items: number, rows: readonly Row[]): string {
  const head = [
    'workload',
    'requests/s',
    'bytes',
    'p50',
    'p99',
    'Strapi requests/s',
    'bytes',
    'p50',
    'p99',
    'ratio',
  ];
  return [
    '# Beside Strapi\n',
    `${provenance}, ${items.toLocaleString('en')} items, all of them live.\n`,
    'Strapi 5.54.0 on SQLite, in production mode, without access log and admin panel; everybody may read, by its public',
    'role; its date column has an index. Ours checks a key and a secret on every request. The same content, ten items on',
    'a page, 16 connections, one process each, in turns; the median of the ratios. Lists are ordered by date, newest',
    'first. Title searches are all different, so that most find little; ours look into the texts as well, and so find',
    'more. Bytes are those of an answer with its headers. Made by `npm run bench:peers`.\n',
    table(
      head,
      rows.map((row) => [
        row.name,
        ...cells(row.ours),
        ...cells(row.theirs),
        `**${ratioOf(row).toFixed(0)}**`,
      ]),
    ),
  ].join('\n');
}

function cells({ perSecond, bytesPerRequest, p50, p99 }: Measured): readonly string[] {
  const requests = perSecond.toFixed(perSecond < 1000 ? 1 : 0);
  return [requests, bytesPerRequest.toFixed(0), `${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`];
}
