import { z } from 'zod';
import { readCompose } from '../../tests/ops/opsFiles.ts';
import { containerOptions } from './composeOptions.ts';
import type { Podman } from './podman.ts';
import { expectEqual, type Report, until } from './run.ts';

const name = 'newsstand-check';
const keys = z.object({ key: z.string(), secret: z.string() });
const list = z.object({ totalCount: z.number(), list: z.array(z.unknown()) });

/** Tries the image as compose.yaml runs it: read-only, without rights, on a volume, with demo content. */
export async function checkSingle(podman: Podman, image: string, report: Report): Promise<void> {
  const { services } = await readCompose('compose.yaml');
  const [service] = Object.values(services);
  if (service === undefined) throw new Error('compose.yaml has no service');
  const options = containerOptions(service, { name, volumes: ['--volume', `${name}:/data`] });
  const start = () => podman.start(name, options, image, 'serve', '--demo');
  const content = 'http://127.0.0.1:4000';
  const management = 'http://127.0.0.1:4001';
  const healthy = () => until('the health check passes', () => podman.isHealthy(name));
  const shell = (script: string) => podman.exec(name, ['sh', '-c', script]);
  let reader: Record<string, string> = {};
  const path = '/static/projects/demo/spaces/web/news/instances/press/news?size=5';
  const get = () => fetch(content + path, { headers: reader });
  const readList = async () => {
    const response = await get();
    expectEqual(response.status, 200);
    return await response.text();
  };

  await podman.remove(name);
  try {
    await report.check('it starts, and its health check passes', async () => {
      const began = performance.now();
      await start();
      await healthy();
      return `${((performance.now() - began) / 1000).toFixed(1)} seconds`;
    });
    await report.check('it prints addresses that are right outside', async () => {
      const printed = await podman.podman('logs', name);
      const [, url = ''] = /^ {2}reference +(\S+)$/m.exec(printed) ?? [];
      expectEqual((await fetch(url)).status, 200);
      return url;
    });
    await report.check('it is not root, and can become nobody else', async () => {
      const status = await shell('id -u; grep -hE "^(CapEff|CapBnd|NoNewPrivs|Seccomp):" /proc/1/status');
      const [user, ...rights] = status.split(/\s+/);
      expectEqual(
        [user, ...rights.filter((part) => /^[0-9a-f]+$/.test(part))],
        [...['10001', '0000000000000000', '0000000000000000', '1', '2']],
      );
      return `user ${user}, no capabilities, seccomp`;
    });
    await report.check('its file system is read-only', async () => {
      return await shell(
        'touch /x /opt/newsstand/x 2>/dev/null && exit 1; touch /data/x /tmp/x && rm /data/x',
      );
    });
    await report.check('it serves a list', async () => {
      const text = await podman.exec(name, [
        ...['newsstand', 'key', 'create', '--name', 'check', '--project', 'demo', '--json'],
      ]);
      const { key, secret } = keys.parse(JSON.parse(text));
      reader = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
      await until('the key is known', async () => (await get()).status === 200);
      return `${list.parse(JSON.parse(await readList())).totalCount} items`;
    });
    await report.check('it renders a picture', async () => {
      const [url = ''] = /http:\/\/127\.0\.0\.1:4000\/media\/[^"]*\d+x\d+[^"]*/.exec(await readList()) ?? [];
      const response = await fetch(url, { headers: { accept: 'image/webp' } });
      expectEqual([response.status, response.headers.get('content-type')], [200, 'image/webp']);
      return `${(await response.arrayBuffer()).byteLength} bytes`;
    });
    await report.check('the console answers, and an operator can sign in', () =>
      signIn(management, (command, stdin) => podman.exec(name, ['newsstand', ...command], stdin)),
    );
    await report.check('health and metrics are not published', async () => {
      const refused = await fetch('http://127.0.0.1:9464/metrics').then(
        () => false,
        () => true,
      );
      expectEqual(refused, true);
      return '';
    });
    await report.check('processes whose parent has died are reaped', async () => {
      const kill = 'kill -9 "$(grep -l [w]orkerProcess /proc/[0-9]*/cmdline | head -1 | cut -d/ -f3)"';
      await shell(`for i in 1 2 3; do (sleep 0.1 & sleep 0.1 & exit) & done; ${kill}; sleep 1`);
      await healthy();
      expectEqual(await shell('grep -l "^State:.Z" /proc/[0-9]*/status | wc -l'), '0');
      return 'also after a worker was killed';
    });
    await report.check('content and keys are kept over a restart', async () => {
      const before = list.parse(JSON.parse(await readList()));
      expectEqual(await podman.stop(name), 0);
      await podman.podman('rm', name);
      await start();
      await healthy();
      expectEqual(list.parse(JSON.parse(await readList())), before);
      return '';
    });
    await report.check('SIGTERM ends it in order', async () => {
      const began = performance.now();
      const stopped = podman.stop(name);
      expectEqual(await stopped, 0);
      return `exit code 0 after ${((performance.now() - began) / 1000).toFixed(1)} seconds`;
    });
    await report.check('wrong settings end it with one message', async () => {
      const { code, stderr } = await podman.once(['--env', 'NEWSSTAND_PROT=1'], image);
      expectEqual([code, stderr.includes('did you mean NEWSSTAND_PORT?')], [2, true]);
      return 'exit code 2';
    });
  } finally {
    await podman.remove(name);
    await podman.attempt('volume', 'rm', '--force', name);
  }
}

/** As a browser does it: with a password, from the page of the console. */
export async function signIn(
  url: string,
  newsstand: (command: readonly string[], stdin?: string) => Promise<string>,
): Promise<string> {
  expectEqual((await fetch(`${url}/console/`)).status, 200);
  const password = 'a long rather than a complicated one';
  await newsstand(['operator', 'invite', 'ken', '--role', 'owner']);
  await newsstand(['operator', 'password', 'ken'], `${password}\n`);
  const response = await fetch(`${url}/manage/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ operatorId: 'ken', password }),
  });
  expectEqual(response.status, 200);
  return '';
}
