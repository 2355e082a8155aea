import { expect, test } from 'bun:test';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';
import { keysOf, press, withDemo } from '../withDemo.ts';

type Line = Readonly<Record<string, unknown>>;

/** All of them; a crash would be written by the runtime, not by the log. */
function linesIn(stderr: string): readonly Line[] {
  return stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('requests are logged and, if they are sampled, traced, without what is secret', async () => {
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
    NEWSSTAND_LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=mine',
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  };
  await withDemo(
    ['--trusted-proxies', 'loopback'],
    async (running, env) => {
      const { reader } = keysOf(running);
      await outcomeHere(['operator', 'invite', 'ken', '--role', 'owner'], env);
      const { stdout } = await outcomeHere(['operator', 'token', 'ken', '--name', 'logs'], env);
      const token = /nst_[\w-]+/.exec(stdout)?.[0] ?? '';
      expect(token).not.toBe('');
      const agent = { 'user-agent': 'reader/1\u009b31m', 'x-forwarded-for': '198.51.100.9' };
      const read = async (requestId: string, more: Readonly<Record<string, string>>) => {
        const response = await fetch(`${running.url}${press}?search=unmentionable`, {
          headers: { ...reader, 'x-request-id': requestId, ...more },
          decompress: false,
        });
        return (await response.bytes()).length;
      };
      const length = await read('of-mine', { ...agent, 'accept-encoding': 'gzip' });
      await read('refused', { 'x-svc-ac-api-secret': 'a wrong secret' });
      const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
      await read('not-sampled', { traceparent: `00-${trace}-00f067aa0ba902b7-00` });
      await read('sampled', { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
      const manage = `${running.managementUrl}/manage/v1`;
      await fetch(`${manage}/projects`, { headers: { authorization: `Bearer ${token}`, ...agent } });
      await fetch(`${manage}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: running.managementUrl },
        body: JSON.stringify({ operatorId: 'ken', password: 'not the right password' }),
      });
      await fetch(`${running.managementUrl}/console/welcome`);
      for (const each of ['/console/welcome', 'of-mine'])
        await until(`${each} in the log`, () => running.stderr().includes(each));
      const metrics = async () => (await fetch(`${running.managementUrl}/metrics`)).text();
      await until('an exported span', async () =>
        (await metrics()).includes('newsstand_spans_total{result="exported"} 1\n'),
      );
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
      expect(find({ requestId: 'refused' })).toMatchObject([{ status: 401 }]);
      expect(find({ operation: 'listProjects' })).toMatchObject([
        {
          ...{ level: 'info', msg: 'management request', operator: 'ken', status: 200 },
          ...{ client: '198.51.100.9', path: '/manage/v1/projects', requestId: expect.any(String) },
        },
      ]);
      expect(find({ operation: 'signIn' })).toMatchObject([{ path: '/manage/v1/session' }]);
      expect(find({ path: '/console/welcome' })).toMatchObject([{ level: 'debug' }]);
      expect(stderr).not.toMatch(/unmentionable|nst_|not the right password|a wrong secret|\u009b/);
      expect(stderr).not.toContain(reader['x-svc-ac-api-secret']);

      const [untraced, unsampled, sampled] = ['of-mine', 'not-sampled', 'sampled'].map(
        (requestId) => find({ requestId })[0],
      );
      expect([untraced, unsampled, sampled].map((line) => line?.['trace_id'])).toEqual([
        undefined,
        trace,
        trace,
      ]);
      expect(unsampled?.['span_id']).toBe('00f067aa0ba902b7');
      expect(bodies.length).toBe(1);
      expect(bodies[0]).toStartWith('/v1/traces mine {');
      expect(bodies[0]).toContain(`"traceId":"${trace}","spanId":"${sampled?.['span_id']}"`);
      expect(bodies[0]).toContain('"parentSpanId":"00f067aa0ba902b7"');
      expect(bodies[0]).not.toContain('unmentionable');
      expect(bodies[0]).not.toContain(reader['x-svc-ac-api-secret']);
    },
    settings,
  );
});
