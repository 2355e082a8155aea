import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { lacks } from '../testing/lacks.ts';
import { until } from '../testing/until.ts';
import { keysOf, press, withDemo } from '../withDemo.ts';
import { type Exposed, exposedIn, metricsIn, opsFolder, readAlerts, readDashboard } from './watchFiles.ts';

let text = '';
let exposed: ReadonlyMap<string, Exposed> = new Map();

beforeAll(async () => {
  const settings = {
    NEWSSTAND_PURGE_URL: 'http://127.0.0.1:9/purge',
    NEWSSTAND_SMTP_URL: 'smtp://127.0.0.1:9',
    NEWSSTAND_MAIL_FROM: 'news@acme.test',
    NEWSSTAND_LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  };
  await withDemo(
    [],
    async (running) => {
      const { reader } = keysOf(running);
      await (await fetch(running.url + press, { headers: reader })).bytes();
      await fetch(`${running.managementUrl}/manage/v1/session`);
      text = await until(
        'metrics of webhooks and of the management interface',
        async () => await (await fetch(`${running.managementUrl}/metrics`)).text(),
        (seen) => seen.includes('newsstand_webhook_pending') && seen.includes('area="api"'),
      );
    },
    settings,
  );
  exposed = exposedIn(text);
});

/** The rows of the table of metrics: name, type and labels. */
async function documented() {
  const page = await Bun.file(join(opsFolder, '../docs/operating.md')).text();
  const rows = page.matchAll(/^\| `((?:newsstand|process)_\w+)` \| (counter|gauge|histogram) \| (.*?) \|/gm);
  return Array.from(rows, ([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
  }));
}

test('the table in the docs lists every metric, and no other', async () => {
  const rows = await documented();
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...exposed.keys()].toSorted());
  for (const { name, type, labels } of rows) {
    expect([name, type]).toEqual([name, exposed.get(name)?.type ?? '']);
    // A metric without values has no labels yet.
    const seen = exposed.get(name)?.labels ?? new Set();
    if (seen.size > 0 || labels.length === 0) expect([name, new Set(labels)]).toEqual([name, new Set(seen)]);
  }
});

function isExposed(name: string): boolean {
  if (exposed.has(name)) return true;
  return exposed.get(name.replace(/_(bucket|sum|count)$/, ''))?.type === 'histogram';
}

test('the dashboard asks only for metrics that there are, and for almost all of them', async () => {
  const { panels, templating } = await readDashboard();
  const names = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  expect(names.filter((name) => !isExposed(name))).toEqual([]);
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const shown = new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  const unshown = [...exposed.keys()].filter((name) => !shown.has(name));
  expect(unshown.toSorted()).toEqual([
    'newsstand_build_info',
    'newsstand_spans_total',
    'newsstand_store_replaced',
    'process_start_time_seconds',
  ]);
});

test('each alert asks for metrics that there are, and says what to do', async () => {
  const page = await Bun.file(join(opsFolder, '../docs/operating.md')).text();
  const headings = new Set(
    Array.from(page.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  const rules = await readAlerts();
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, annotations } of rules) {
    expect([alert, metricsIn(expr).filter((name) => !isExposed(name))]).toEqual([alert, []]);
    const [file, anchor = ''] = annotations.runbook_url.split('#');
    expect([alert, file, anchor, headings.has(anchor)]).toEqual([
      alert,
      'docs/operating.md',
      alert.toLowerCase(),
      true,
    ]);
  }
});

test('every alert is tested', async () => {
  const tests = await Bun.file(join(opsFolder, 'prometheus/alerts.test.yaml')).text();
  for (const { alert } of await readAlerts())
    expect([alert, new RegExp(`alertname: ${alert}\\n +exp_alerts:\\n`).test(tests)]).toEqual([alert, true]);
});

/** Debian has it in the package prometheus. */
test.skipIf(lacks('promtool', 'the alerts of Prometheus'))('promtool finds nothing wrong', async () => {
  const run = async (args: readonly string[], stdin = '') => {
    const child = Bun.spawn(['promtool', ...args], {
      cwd: join(opsFolder, 'prometheus'),
      stdin: new Blob([stdin]),
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [output, fault] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { args, code: await child.exited, told: output + fault };
  };
  for (const args of [
    ['check', 'rules', 'alerts.yaml'],
    ['check', 'config', 'prometheus.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ])
    expect(await run(args)).toMatchObject({ code: 0, told: expect.not.stringContaining('FAILED') });
  expect(await run(['check', 'metrics'], text)).toMatchObject({ code: 0, told: '' });
});
