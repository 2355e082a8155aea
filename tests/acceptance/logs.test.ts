import { expect, test } from 'bun:test';
import { runNewsstand } from '../newsstandProcess.ts';
import { keysOf, press, until, withDemo } from '../withDemo.ts';

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

test('sampled requests are traced to a collector, and their lines name the spans', async () => {
  const bodies: string[] = [];
  await using collector = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      bodies.push(
        `${new URL(request.url).pathname} ${request.headers.get('x-tenant')} ${await request.text()}`,
      );
      return Response.json({});
    },
  });
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=mine',
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  };
  await withDemo(
    [],
    async (running) => {
      const { reader } = keysOf(running);
      const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
      const ask = async (more: Readonly<Record<string, string>>) =>
        void (await (
          await fetch(`${running.url}${press}?search=private`, { headers: { ...reader, ...more } })
        ).bytes());
      await ask({});
      await ask({ traceparent: `00-${trace}-00f067aa0ba902b7-00` });
      await ask({ traceparent: `00-${trace}-00f067aa0ba902b7-01` });
      const metrics = async () => (await fetch(`${running.managementUrl}/metrics`)).text();
      await until(async () => (await metrics()).includes('newsstand_spans_total{result="exported"} 1\n'));
      const { stderr } = await running.end();
      const lines = linesIn(stderr).filter(({ msg }) => msg === 'request');
      expect(lines.map((line) => line['trace_id'])).toEqual([undefined, trace, trace]);
      expect(lines[1]?.['span_id']).toBe('00f067aa0ba902b7');
      expect(bodies.length).toBe(1);
      expect(bodies[0]).toStartWith('/v1/traces mine {');
      expect(bodies[0]).toContain(`"traceId":"${trace}","spanId":"${lines[2]?.['span_id']}"`);
      expect(bodies[0]).toContain('"parentSpanId":"00f067aa0ba902b7"');
      expect(bodies.join()).not.toContain('private');
      expect(bodies.join()).not.toContain(reader['x-svc-ac-api-secret']);
    },
    settings,
  );
});
