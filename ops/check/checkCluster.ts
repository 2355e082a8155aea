import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { z } from 'zod';
import { readCompose, root, writeNginxFiles } from '../../tests/ops/opsFiles.ts';
import { type Front, startFront } from '../../tests/scaling/frontFiles.ts';
import { startPostgres } from '../../tests/startPostgres.ts';
import { startS3 } from '../../tests/startS3.ts';
import { signIn } from './checkSingle.ts';
import { containerOptions } from './composeOptions.ts';
import type { Podman } from './podman.ts';
import { expectEqual, type Report, until } from './run.ts';

const network = 'newsstand-check';
const gateway = '172.30.40.1';
const front = 'http://127.0.0.1:8080';
const keys = z.object({ key: z.string(), secret: z.string() });

/**
 * Three nodes with the environment and options of compose.cluster.yaml, each in a container of its own, behind nginx with
 * the configuration that is mounted there. PostgreSQL and the S3 server are those of the tests, on this machine.
 */
export async function checkCluster(podman: Podman, image: string, report: Report): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const postgres = resources.use(await startPostgres());
  const s3 = resources.use(await startS3());
  const password = randomBytes(24).toString('hex');
  await createDatabase(postgres.url, password);
  const database = resources.adopt(await forward(5432, postgres.port), (it) => it.close());
  resources.adopt(await forward(3900, s3.port), (it) => it.close());
  const { services } = await readCompose('ops/container/compose.cluster.yaml', {
    POSTGRES_PASSWORD: password,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const nodes = Object.entries(services).filter(([, service]) => service.image.startsWith('newsstand'));
  const names = nodes.map(([name]) => name);
  const removeAll = async () => {
    for (const name of names) await podman.remove(name);
    await podman.attempt('network', 'rm', '--force', network);
  };
  await removeAll();
  resources.defer(removeAll);
  await podman.podman('network', 'create', '--subnet', '172.30.40.0/24', '--gateway', gateway, network);

  await report.check('three nodes start on one database', async () => {
    for (const [name, service] of nodes) {
      const address = service.networks?.['default']?.ipv4_address ?? '';
      const volumes = ['--volume', '/data', '--network', network, '--ip', address];
      const hosts = ['postgres', 's3'].flatMap((host) => ['--add-host', `${host}:${gateway}`]);
      const options = [...containerOptions(service, { name, volumes }), ...hosts];
      await podman.start(name, options, image, 'serve');
    }
    for (const name of names) await until(`${name} is healthy`, () => podman.isHealthy(name), 120);
    return names.join(', ');
  });
  await report.check('nginx starts with its configuration', async () => {
    resources.adopt(await startNginx(), (it) => it.stop());
    return front;
  });

  const newsstand = (command: readonly string[], stdin = '') =>
    podman.exec('node1', ['newsstand', ...command], stdin);
  const scope = '/static/projects/acme/spaces/web';
  let reader: Record<string, string> = {};
  const get = (path: string, base = front) => fetch(base + path, { headers: reader });

  await report.check('a picture and an item are added on one node', async () => {
    const picture = await Bun.file(join(root, 'packages/demo/media/beans.avif')).bytes();
    await podman.exec('node1', ['sh', '-c', 'cat > /tmp/beans.avif'], picture);
    await newsstand(['media', 'add', '/tmp/beans.avif', '--project', 'acme', '--space', 'web']);
    await newsstand(['import', '-'], `${JSON.stringify(item)}\n`);
    const { key, secret } = keys.parse(
      JSON.parse(await newsstand(['key', 'create', '--name', 'check', '--project', 'acme', '--json'])),
    );
    reader = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
    return '';
  });
  await report.check('every node serves both, and so does nginx', async () => {
    const bases = nodes.map(([, { networks }]) => `http://${networks?.['default']?.ipv4_address}:4000`);
    for (const base of [...bases, front]) {
      await until(
        base,
        async () => (await get(`${scope}/news/instances/press/news/n1`, base)).status === 200,
        10,
      );
      const text = await (await get(`${scope}/news/instances/press/news/n1`, base)).text();
      const [url = ''] = /http:\/\/127\.0\.0\.1:8080\/media\/[^"]*\d+x\d+[^"]*/.exec(text) ?? [];
      const response = await fetch(url.replace(front, base), { headers: { accept: 'image/webp' } });
      expectEqual([base, response.status, response.headers.get('content-type')], [base, 200, 'image/webp']);
    }
    const { headers } = await get(`${scope}/news/instances/press/news/n1`);
    expectEqual(headers.get('x-cache'), 'HIT');
    return 'from S3, and from the cache of nginx';
  });
  await report.check('the console of one node answers', () => signIn('http://127.0.0.1:4001', newsstand));
  await report.check('without one node and without the database, nginx serves readers', async () => {
    await podman.podman('kill', 'node2');
    database.close();
    for (let size = 1; size < 40; size++)
      expectEqual((await get(`${scope}/news/instances/press/news?size=${size}`)).status, 200);
    return '39 requests';
  });
  await report.check('the others end in order', async () => {
    expectEqual([await podman.stop('node1'), await podman.stop('node3')], [0, 0]);
    return 'exit code 0';
  });
}

const item = {
  ...{ kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press', contentId: 'n1' },
  ...{ name: 'Hello', status: 'published' },
  values: { title: 'Hello', body: { text: '…' }, thumbnail: { mediaId: 'beans' } },
};

async function createDatabase(url: string, password: string): Promise<void> {
  await using sql = new SQL(url, { max: 1 });
  await sql.unsafe(`CREATE ROLE newsstand LOGIN PASSWORD '${password}'`);
  await sql.unsafe('CREATE DATABASE newsstand OWNER newsstand');
}

type Forwarder = { close(): void };

/** Lets containers reach a server that listens on this machine only, on the port that the compose file names. */
async function forward(port: number, target: number): Promise<Forwarder> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const other = connect(target, '127.0.0.1');
    for (const [one, two] of [
      [client, other],
      [other, client],
    ] as const) {
      open.add(one);
      one.pipe(two);
      one.on('error', () => two.destroy());
      one.on('close', () => {
        open.delete(one);
        two.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => server.listen(port, resolve).on('error', reject));
  return {
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** nginx of this machine with the files that the compose file mounts. */
async function startNginx(): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-nginx-'));
  const options = await writeNginxFiles(folder);
  const started = await startFront(front, [
    'nginx',
    ...options,
    '-g',
    'daemon off; error_log stderr; user root;',
  ]);
  return {
    url: front,
    async stop() {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
