import type { Measured } from '../measure.ts';
import { table } from '../report/table.ts';

/** The results of both systems for the same workload. */
export type Row = { readonly name: string; readonly ours: Measured; readonly theirs: Measured };

/** Our requests per second, relative to theirs. */
export function ratioOf({ ours, theirs }: Row): number {
  return ours.perSecond / theirs.perSecond;
}

/** The page of results, in Markdown. */
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
    '# Compared with Strapi\n',
    `${provenance}, ${items.toLocaleString('en')} items, all of them live.\n`,
    'Strapi 5.54.0 on SQLite, in production mode, without access log and admin panel; its public role may read everything,',
    'and its date column has an index. Newsstand checks a key and a secret on every request. Both have the same content,',
    'ten items per page, 16 connections and one process, and are measured alternately; the table shows the median ratio.',
    'Lists are sorted by date, newest first. Title searches are all different, so most find little; Newsstand also searches',
    'the texts and finds more. Bytes are those of a response with its headers. Written by `npm run bench:peers`.\n',
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
