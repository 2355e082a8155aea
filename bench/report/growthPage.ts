import type { Size } from '../growth.ts';
import { table } from './table.ts';

/** The page about growth, in Markdown. */
export function growthPage(provenance: string, sizes: readonly Size[]): string {
  const head = (first: string) => [first, ...sizes.map(({ items }) => `${items.toLocaleString('en')} items`)];
  const row = (name: string, cell: (size: Size) => string) => [name, ...sizes.map(cell)];
  return [
    '# Growth\n',
    `${provenance}. The same workloads with more and more items. How to read this: [docs/performance.md](../docs/performance.md).\n`,
    '![growth](growth.svg)\n',
    table(head('figure'), [
      row('import', (size) => `${size.importSeconds.toFixed(1)} s`),
      row('start to ready', (size) => `${size.startSeconds.toFixed(2)} s`),
      row('ready to settled', (size) => `${size.settledSeconds.toFixed(1)} s`),
      row('started again: start to ready', ({ again }) => `${again.startSeconds.toFixed(2)} s`),
      row('ready to settled', ({ again }) => `${again.settledSeconds.toFixed(1)} s`),
      row('JSON bytes per item', (size) => size.jsonBytes.toFixed(0)),
      row('memory per item', (size) => `${size.bytesPerItem.toFixed(0)} bytes`),
      row('as a multiple of its JSON (aim: under 1.8)', (size) =>
        (size.bytesPerItem / size.jsonBytes).toFixed(2),
      ),
      row('commit to delivery', (size) => `${size.commitToDelivery.toFixed(0)} ms`),
    ]),
    '## CPU time per request, and requests/s\n',
    table(head('workload'), loadRows(sizes)),
    '## Cold views\n',
    'The first request with a filter and order that nobody has requested before, the slowest of a few (aim: under 50 ms). In brackets: the longest wait among 1,000 simple requests per second meanwhile (aim: under 20 ms).\n',
    table(head('view'), coldRows(sizes)),
  ].join('\n');
}

/** All sizes have the same workloads, in the same order. */
function loadRows(sizes: readonly Size[]): readonly (readonly string[])[] {
  const names = sizes[0]?.loads.map(({ name }) => name) ?? [];
  return names.map((name, n) => [
    name,
    ...sizes.map(({ loads }) => {
      const measured = loads[n]?.measured;
      return measured === undefined
        ? ''
        : `${measured.cpuMicroseconds.toFixed(1)} µs, ${measured.perSecond.toFixed(0)}/s`;
    }),
  ]);
}

function coldRows(sizes: readonly Size[]): readonly (readonly string[])[] {
  const names = sizes[0]?.cold.map(({ name }) => name) ?? [];
  return names.map((name, n) => [
    name,
    ...sizes.map(({ cold }) => {
      const view = cold[n];
      return view === undefined ? '' : `${view.first.toFixed(1)} ms (${view.others.toFixed(1)} ms)`;
    }),
  ]);
}
