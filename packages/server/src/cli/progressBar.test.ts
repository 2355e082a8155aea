import { expect, test } from 'bun:test';
import { formatTable, progressBar } from './output.ts';

function screenOf(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

test('draws one line, rewrites it at most ten times a second, and clears it', () => {
  const screen = screenOf(true);
  let time = 0;
  const bar = progressBar('Reading', 200, screen, () => time);
  for (const [moment, done] of [
    [0, 0],
    [50, 20],
    [100, 50],
    [250, 200],
  ] as const) {
    time = moment;
    bar.update(done);
  }
  bar.end();
  expect(screen.written).toEqual([
    '\r\u001b[KReading [........................] 0 %',
    '\r\u001b[KReading [######..................] 25 %',
    '\r\u001b[KReading [########################] 100 %',
    '\r\u001b[K',
  ]);
});

test('counts if the total is unknown', () => {
  const screen = screenOf(true);
  progressBar('Reading', 0, screen, () => 0).update(12_345);
  expect(screen.written).toEqual(['\r\u001b[KReading 12,345']);
});

test('draws nothing without a terminal', () => {
  const screen = screenOf(false);
  const bar = progressBar('Reading', 200, screen, () => 0);
  bar.update(5);
  bar.end();
  expect(screen.written).toEqual([]);
});

test('a table lines up by what is seen, numbers to the right', () => {
  expect(
    formatTable(
      ['NAME', 'COUNT'],
      [
        ['お知らせ', '7'],
        ['x', '12345'],
      ],
    ),
  ).toBe(['NAME      COUNT', 'お知らせ      7', 'x         12345', ''].join('\n'));
});
