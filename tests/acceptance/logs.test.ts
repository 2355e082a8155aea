import { expect, setDefaultTimeout, test } from 'bun:test';
import { runNewsstand } from '../newsstandProcess.ts';
import { keysOf, press, until, withDemo } from '../withDemo.ts';

setDefaultTimeout(120_000);

type Line = Readonly<Record<string, unknown>>;

function linesIn(stderr: string): readonly Line[] {
  return stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('requests of readers and operators are logged, without what is secret', async () => {
  await withDemo(
    ['--trusted-proxies', 'loopback'],
    async (running, env) => {
      const { reader } = keysOf(running);
      const told = async (args: readonly string[]) => (await runNewsstand(args, { env })).stdout;
      await told(['operator', 'invite', 'ken', '--role', 'owner', '--json']);
      const token = /nst_[\w-]+/.exec(await told(['operator', 'token', 'ken', '--name', 'logs']))?.[0] ?? '';
      expect(token).not.toBe('');
      const agent = { 'user-agent': 'reader/1\u009b31m', 'x-forwarded-for': '198.51.100.9' };
      const response = await fetch(`${running.url}${press}?search=unmentionable`, {
        headers: { ...reader, ...agent, 'accept-encoding': 'gzip', 'x-request-id': 'of-mine' },
        decompress: false,
      });
      const { length } = await response.bytes();
      const manage = `${running.managementUrl}/manage/v1`;
      await fetch(`${manage}/projects`, { headers: { authorization: `Bearer ${token}`, ...agent } });
      await fetch(`${manage}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: running.managementUrl },
        body: JSON.stringify({ operatorId: 'ken', password: 'not the right password' }),
      });
      await fetch(`${running.managementUrl}/console/welcome`);
      await until(() => running.stderr().includes('/console/welcome'));
      await until(() => running.stderr().includes('of-mine'));
      const { stderr } = await running.end();
      const lines = linesIn(stderr);
      const find = (wanted: Line) =>
        lines.filter((line) => Object.entries(wanted).every(([name, value]) => line[name] === value));
      expect(find({ requestId: 'of-mine' })).toMatchObject([
        {
          ...{ level: 'info', msg: 'request', client: '198.51.100.9', method: 'GET', path: press },
          ...{ operation: 'listNews', key: reader['x-svc-ac-api-key'], status: 200, bytes: length },
          userAgent: 'reader/1\u009b31m',
          ms: expect.any(Number),
        },
      ]);
      expect(find({ operation: 'listProjects' })).toMatchObject([
        {
          ...{ level: 'info', msg: 'management request', operator: 'ken', status: 200 },
          ...{ client: '198.51.100.9', path: '/manage/v1/projects', requestId: expect.any(String) },
        },
      ]);
      expect(find({ operation: 'signIn' })).toMatchObject([{ path: '/manage/v1/session' }]);
      expect(find({ path: '/console/welcome' })).toMatchObject([{ level: 'debug' }]);
      expect(stderr).not.toMatch(/unmentionable|nst_|not the right password|\u009b/);
      expect(stderr).not.toContain(reader['x-svc-ac-api-secret']);
    },
    { NEWSSTAND_LOG_LEVEL: 'debug' },
  );
});

test('all processes write for people if they should', async () => {
  await withDemo(
    ['--log-format', 'text'],
    async (running) => {
      const { reader } = keysOf(running);
      await (await fetch(running.url + press, { headers: reader })).bytes();
      await until(() => running.stderr().includes('operation=listNews'));
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
