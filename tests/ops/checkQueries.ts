/**
 * Runs every query of the dashboard and every alert in a real Prometheus that scrapes a real service, and prints what each
 * gives. Takes half a minute, and needs Debian's package prometheus. Grafana itself is not run.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { inTemporaryFolder, type Running } from '../newsstandProcess.ts';
import { keysOf, press, withDemo } from '../withDemo.ts';
import { opsFolder, readAlerts, readDashboard } from './watchFiles.ts';

const trafficMilliseconds = 20_000;

const answer = z.object({
  status: z.enum(['success', 'error']),
  error: z.string().optional(),
  data: z.object({ resultType: z.string(), result: z.array(z.unknown()) }).optional(),
});
const vector = z.array(
  z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
);

/** Does a little of everything, so that the panels have something to show; the subscriber stays until the end. */
async function readEverything(running: Running): Promise<AbortController> {
  const { url, managementUrl } = running;
  const { reader, preview } = keysOf(running);
  const events = new AbortController();
  void fetch(`${url}/events/projects/demo/spaces/web`, { headers: reader, signal: events.signal })
    .then((stream) => stream.text())
    .catch(() => {});
  for (const end = Date.now() + trafficMilliseconds; Date.now() < end; ) {
    const list = await fetch(`${url}${press}?size=5`, { headers: reader });
    const urls = (await list.text()).match(/http:\/\/127\.0\.0\.1:\d+\/media\/[^"\\]+/g) ?? [];
    for (const media of urls.slice(0, 4)) await (await fetch(media)).bytes();
    for (const path of [press, `${press}/none`, '/nowhere'])
      await (await fetch(url + path, { headers: preview })).bytes();
    const session = `${managementUrl}/manage/v1/session`;
    const headers = { 'content-type': 'application/json', origin: managementUrl };
    const body = JSON.stringify({ operatorId: 'nobody', password: 'wrong' });
    await (await fetch(session, { method: 'POST', headers, body })).bytes();
    await Bun.sleep(200);
  }
  return events;
}

async function startPrometheus(
  folder: string,
  target: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const free = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = free;
  free.stop();
  await mkdir(folder, { recursive: true });
  await Bun.write(
    join(folder, 'prometheus.yaml'),
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(opsFolder, 'prometheus/alerts.yaml')],
      scrape_configs: [{ job_name: 'newsstand', static_configs: [{ targets: [target] }] }],
    }),
  );
  const child = Bun.spawn(
    [
      'prometheus',
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/-/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('prometheus did not start');
    await Bun.sleep(100);
  }
  return {
    url,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

/** What Grafana would put in place of its variables. */
function withVariables(expression: string): string {
  return expression
    .replaceAll('$__rate_interval', '1m')
    .replaceAll('$job', '.*')
    .replaceAll('$instance', '.*');
}

/** The values of an expression, each with its labels. */
async function valuesOf(url: string, expression: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(withVariables(expression))}`);
  const { status, error, data } = answer.parse(await response.json());
  if (status === 'error' || data === undefined) throw new Error(`${expression}: ${error}`);
  return vector.parse(data.result).map(({ metric, value: [, value] }) => {
    const labels = Object.entries(metric).filter(([name]) => !/^(__name__|job)$/.test(name));
    const shown = labels.map(([name, label]) => `${name}=${label}`).join(' ');
    return `${Number(Number(value).toPrecision(4))}${shown === '' ? '' : ` (${shown})`}`;
  });
}

async function printAll(url: string): Promise<number> {
  let empty = 0;
  for (const { title, targets } of (await readDashboard()).panels) {
    for (const { expr } of targets) {
      const values = await valuesOf(url, expr);
      if (values.length === 0) empty++;
      console.log(`${title}: ${values.length === 0 ? 'nothing' : values.slice(0, 8).join(', ')}`);
    }
  }
  for (const { alert, expr } of await readAlerts()) {
    const values = await valuesOf(url, expr);
    console.log(`${alert}: ${values.length === 0 ? 'quiet' : values.join(', ')}`);
  }
  return empty;
}

await withDemo(
  [],
  async (running) => {
    await inTemporaryFolder(async (folder) => {
      const prometheus = await startPrometheus(
        join(folder, 'prometheus'),
        new URL(running.managementUrl).host,
      );
      try {
        // What happens before the first scrape is no increase of anything.
        while ((await valuesOf(prometheus.url, 'newsstand_ready')).length === 0) await Bun.sleep(100);
        const events = await readEverything(running);
        const empty = await printAll(prometheus.url);
        events.abort();
        console.log(`\nAll queries work; ${empty} give nothing, as nothing of that kind has happened here.`);
      } finally {
        await prometheus.stop();
      }
    });
  },
  { NEWSSTAND_LOG_LEVEL: 'warn', NEWSSTAND_PURGE_URL: 'http://127.0.0.1:9/purge' },
);
