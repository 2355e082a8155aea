import { describe, expect, test } from 'bun:test';
import { readConfig } from '../../packages/server/src/config/readConfig.ts';
import { shutdownMilliseconds } from '../../packages/server/src/node/Service.ts';
import { inTemporaryFolder } from '../newsstandProcess.ts';
import { findProgram, lacks } from '../testing/lacks.ts';
import {
  composeVariables,
  imageEnvironment,
  packageVersion,
  read,
  readCompose,
  writeNginxFiles,
} from './opsFiles.ts';

const single = 'compose.yaml';
const cluster = 'ops/container/compose.cluster.yaml';
const nginxFile = 'ops/container/nginx.conf';

test('the image serves readers from anywhere, and operators from nowhere else', async () => {
  const { host, managementHost, metricsHost, metricsPort, dataFolder } = readConfig(await imageEnvironment());
  expect([host, managementHost, metricsHost, metricsPort, dataFolder]).toEqual([
    ...['0.0.0.0', '127.0.0.1', '127.0.0.1', 9464, '/data'],
  ]);
});

test('image and package have the same version', async () => {
  const version = await packageVersion();
  expect(await read('Dockerfile')).toContain(`ARG VERSION=${version}\n`);
  for (const file of [single, cluster]) {
    const { services } = await readCompose(file);
    const images = Object.values(services).map(({ image }) => image);
    for (const image of images.filter((name) => name.startsWith('newsstand')))
      expect(image).toBe(`newsstand:${version}`);
    // Neither is anything else a surprise.
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+/);
  }
});

describe.each([single, cluster])('%s', (file) => {
  test('sets only what is valid, and stops in order', async () => {
    const { services } = await readCompose(file);
    const nodes = Object.values(services).filter(({ image }) => image.startsWith('newsstand'));
    expect(nodes.length).toBeGreaterThan(0);
    for (const { environment, stop_grace_period = '', mem_limit, volumes = [] } of nodes) {
      const config = readConfig({ ...(await imageEnvironment()), ...environment });
      expect(Number.parseInt(stop_grace_period, 10) * 1000).toBeGreaterThan(shutdownMilliseconds + 5000);
      expect(mem_limit).toBeDefined();
      expect(volumes.map((volume) => volume.split(':')[1])).toContain(config.dataFolder);
    }
  });

  test('a console over plain HTTP is published on this machine only', async () => {
    const { services } = await readCompose(file);
    for (const { environment, ports = [] } of Object.values(services)) {
      if (environment?.['NEWSSTAND_MANAGEMENT_INSECURE'] !== 'true') continue;
      const published = ports.filter((port) => port.endsWith(':4001'));
      expect(published).toEqual(['127.0.0.1:4001:4001']);
    }
  });

  test('no service has more rights than it needs', async () => {
    const { services, volumes } = await readCompose(file);
    for (const service of Object.values(services)) {
      expect([service.restart, service.read_only]).toEqual(['unless-stopped', true]);
      expect([service.cap_drop, service.security_opt]).toEqual([['ALL'], ['no-new-privileges']]);
      for (const volume of service.volumes ?? []) {
        const [name = ''] = volume.split(':');
        expect(name.startsWith('.') || name in volumes).toBe(true);
      }
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy');
        const { image = '', healthcheck } = services[name] ?? {};
        expect(healthcheck !== undefined || image.startsWith('newsstand')).toBe(true);
      }
    }
  });
});

test('cluster.env.example names the variables of the compose file', async () => {
  const text = await read('ops/container/cluster.env.example');
  const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  expect(names.sort()).toEqual([...(await composeVariables(cluster))].sort());
});

test('nginx asks every node of the cluster, at its address', async () => {
  const { services } = await readCompose(cluster);
  const addresses = Object.values(services).flatMap(({ image, networks }) =>
    image.startsWith('newsstand') ? [`${networks?.['default']?.ipv4_address}:4000`] : [],
  );
  expect(addresses).toHaveLength(3);
  for (const upstream of ['nodes', 'media']) {
    const [, block = ''] = new RegExp(`upstream ${upstream} {([^}]*)}`).exec(await read(nginxFile)) ?? [];
    expect([...block.matchAll(/server (\S+) /g)].map(([, address = '']) => address)).toEqual(addresses);
  }
});

test.skipIf(lacks('nginx', 'the configuration of nginx for compose'))(
  'nginx accepts its configuration',
  async () => {
    await inTemporaryFolder(async (folder) => {
      const program = findProgram('nginx') ?? '';
      const { stderr, exitCode } = Bun.spawnSync([program, '-t', ...(await writeNginxFiles(folder))]);
      expect([stderr.toString().match(/\[emerg\].*/)?.[0], exitCode]).toEqual([undefined, 0]);
    });
  },
);
