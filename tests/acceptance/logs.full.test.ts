import { expect, test } from 'bun:test';
import { until } from '../testing/until.ts';
import { keysOf, press, withDemo } from '../withDemo.ts';

test('all processes write for people if they should', async () => {
  await withDemo(
    ['--log-format', 'text'],
    async (running) => {
      const { reader } = keysOf(running);
      await (await fetch(running.url + press, { headers: reader })).bytes();
      await until('the request in the log', () => running.stderr().includes('operation=listNews'));
      const { stderr } = await running.end();
      const lines = stderr.split('\n').slice(0, -1);
      for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (INFO |DEBUG|WARN ) \S/);
      expect(lines.find((line) => line.includes('listNews'))).toMatch(
        / INFO {2}request {18}requestId=\S+ client=127\.0\.0\.1 method=GET path=\S+ operation=listNews key=\S+ status=200 bytes=\d+ ms=/,
      );
      expect(new Set(stderr.match(/ pid=\d+$/gm)).size).toBe(2);
    },
    { NEWSSTAND_LOG_LEVEL: 'debug' },
  );
});
