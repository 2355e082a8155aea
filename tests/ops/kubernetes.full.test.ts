import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { readConfig } from '../../packages/server/src/config/readConfig.ts';
import { shutdownMilliseconds } from '../../packages/server/src/node/Service.ts';
import { inTemporaryFolder } from '../newsstandProcess.ts';
import { imageEnvironment, imageUser, packageVersion, read, root } from './opsFiles.ts';

const folder = 'ops/kubernetes';
const files = [...new Bun.Glob('**/*.yaml').scanSync(join(root, folder))].sort();

const labels = z.record(z.string(), z.string());
const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  failureThreshold: z.number(),
});
const container = z.object({
  image: z.string(),
  args: z.array(z.string()),
  envFrom: z.array(z.unknown()),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }),
  resources: z.object({ requests: labels, limits: labels }),
  securityContext: z.unknown(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const workload = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        enableServiceLinks: z.boolean(),
        automountServiceAccountToken: z.boolean(),
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.unknown(),
        containers: z.tuple([container]),
        volumes: z.array(z.object({ name: z.string() })),
      }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })).optional(),
  }),
});
const service = z.object({
  metadata: z.object({ name: z.string(), labels }),
  spec: z.object({
    selector: labels,
    ports: z.array(z.object({ name: z.string(), targetPort: z.string() })),
  }),
});
const selecting = z.object({ matchLabels: labels });

type Manifest = { readonly file: string; readonly kind: string; readonly document: unknown };

async function manifestsIn(file: string): Promise<readonly Manifest[]> {
  const parsed: unknown = Bun.YAML.parse(await read(join(folder, file)));
  const documents: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return documents.map((document) => {
    const { kind } = z.object({ kind: z.string() }).parse(document);
    return { file, kind, document };
  });
}

const manifests = (await Promise.all(files.map(manifestsIn))).flat();
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const services = ofKind('Service').map(({ document }) => service.parse(document));

/** Where the types of an API are. Those of custom resources are nowhere. */
const typeFolders: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'policy/v1': 'policy/v1',
  'networking.k8s.io/v1': 'networking/v1',
};

/** As the types of Kubernetes do not allow a member that they do not know, this finds every misspelled one. */
function typedText({ file, kind, document }: Manifest, index: number): string {
  const { apiVersion } = z.object({ apiVersion: z.string() }).parse(document);
  const path = typeFolders[apiVersion];
  if (path === undefined) return '';
  const name = `Manifest${index}`;
  return [
    `// ${file}`,
    `import type { ${kind} as ${name} } from 'kubernetes-types/${path}';`,
    `export const manifest${index}: ${name} = ${JSON.stringify(document, null, 2)};`,
    '',
  ].join('\n');
}

async function typeErrors(all: readonly Manifest[]): Promise<string> {
  return await inTemporaryFolder(async (temporary) => {
    await Bun.write(join(temporary, 'manifests.ts'), all.map(typedText).join('\n'));
    const paths = { 'kubernetes-types/*': [join(root, 'node_modules/kubernetes-types/*')] };
    const compilerOptions = { strict: true, noEmit: true, types: [], module: 'Preserve', paths };
    await Bun.write(
      join(temporary, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['manifests.ts'] }),
    );
    const { stdout } = Bun.spawnSync([join(root, 'node_modules/.bin/tsc'), '-p', temporary]);
    return stdout.toString();
  });
}

test('every manifest has the members that Kubernetes knows, with the right types', async () => {
  expect(manifests.length).toBeGreaterThan(10);
  expect(await typeErrors(manifests)).toBe('');
  const misspelled = { apiVersion: 'v1', kind: 'Service', spec: { selectors: {} } };
  expect(await typeErrors([{ file: 'x', kind: 'Service', document: misspelled }])).toContain('selectors');
});

test('kustomizations name files that exist, and the version of the package', async () => {
  const schema = z.object({
    resources: z.array(z.string()),
    images: z.array(z.object({ name: z.string(), newTag: z.string() })).optional(),
  });
  for (const { file, document } of ofKind('Kustomization')) {
    const { resources, images } = schema.parse(document);
    const here = join(file, '..');
    const found = files.filter((name) => join(name, '..') === here && name !== file);
    const named = resources.map((name) => join(here, name));
    for (const name of named)
      expect(found.includes(name) || files.includes(join(name, 'kustomization.yaml'))).toBe(true);
    // What is left out is mentioned in a comment, or is an example.
    const text = await read(join(folder, file));
    for (const name of found) expect(text).toContain(name.split('/').at(-1) ?? '');
    for (const { newTag } of images ?? []) expect(newTag).toBe(await packageVersion());
  }
});

const workloads = [...ofKind('Deployment'), ...ofKind('StatefulSet')].map(
  ({ file, kind, document }) => [kind, file, workload.parse(document).spec] as const,
);

test('there are two variants', () => {
  expect(workloads.map(([kind]) => kind)).toEqual(['Deployment', 'StatefulSet']);
});

describe.each(workloads)('%s', (_, file, { selector, template, volumeClaimTemplates = [] }) => {
  const { spec: pod, metadata } = template;
  const [main] = pod.containers;
  const portNumber = (name: string) => main.ports.find((port) => port.name === name)?.containerPort;

  async function environment(): Promise<Record<string, string>> {
    const beside = manifests.filter((manifest) => join(manifest.file, '..') === join(file, '..'));
    const data = z.object({ data: labels });
    const maps = beside.filter(({ kind }) => kind === 'ConfigMap').map((it) => data.parse(it.document).data);
    const secret = z.object({ stringData: labels });
    const secrets = beside
      .filter(({ kind }) => kind === 'Secret')
      .map((it) => secret.parse(it.document).stringData);
    expect(main.envFrom).toHaveLength(maps.length + secrets.length);
    return Object.assign({}, await imageEnvironment(), ...maps, ...secrets);
  }

  test('its settings are valid, and its ports are those of the settings', async () => {
    const config = readConfig(await environment());
    expect(['content', 'management', 'metrics'].map(portNumber)).toEqual([
      ...[config.port, config.managementPort, config.metricsPort],
    ]);
    // The kubelet and other pods must reach all of them.
    expect([config.host, config.managementHost, config.metricsHost]).toEqual([
      '0.0.0.0',
      '0.0.0.0',
      '0.0.0.0',
    ]);
    expect(main.volumeMounts.map(({ mountPath }) => mountPath)).toContain(config.dataFolder);
    expect(main.args).toEqual(['serve']);
  });

  test('probes ask the listeners that know', () => {
    const probes = [main.startupProbe, main.readinessProbe, main.livenessProbe];
    expect(probes.map(({ httpGet }) => [httpGet.port, httpGet.path])).toEqual([
      ['metrics', '/readyz'],
      ['content', '/readyz'],
      ['metrics', '/healthz'],
    ]);
    // A million items take up to 50 seconds.
    const { periodSeconds, failureThreshold } = main.startupProbe;
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(600);
  });

  test('it stops in order', () => {
    const [sleep, seconds] = main.lifecycle.preStop.exec.command;
    expect(sleep).toBe('sleep');
    const needed = Number(seconds) * 1000 + shutdownMilliseconds + 5000;
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(needed);
  });

  test('it has no more rights than it needs', async () => {
    const [user, group] = await imageUser();
    expect([pod.enableServiceLinks, pod.automountServiceAccountToken]).toEqual([false, false]);
    expect(pod.securityContext).toMatchObject({
      ...{ runAsNonRoot: true, runAsUser: user, runAsGroup: group, fsGroup: group },
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(main.securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'] },
    });
    const volumes = [
      ...pod.volumes.map(({ name }) => name),
      ...volumeClaimTemplates.map((it) => it.metadata.name),
    ];
    expect(volumes.sort()).toEqual(main.volumeMounts.map(({ name }) => name).sort());
  });

  test('its memory is limited, and there for it', () => {
    const { requests, limits } = main.resources;
    expect(limits['memory']).toBeDefined();
    expect(requests['memory']).toBe(limits['memory'] ?? '');
    expect(limits['cpu']).toBeUndefined();
  });

  test('everything that selects pods selects these, by ports that they have', () => {
    expect(metadata.labels).toMatchObject(selector.matchLabels);
    for (const { spec } of services) {
      expect(metadata.labels).toMatchObject(spec.selector);
      for (const { targetPort } of spec.ports) expect(portNumber(targetPort)).toBeDefined();
    }
    const budget = z.object({ spec: z.object({ selector: selecting }) });
    for (const { document } of ofKind('PodDisruptionBudget'))
      expect(metadata.labels).toMatchObject(budget.parse(document).spec.selector.matchLabels);
  });
});

test('metrics are for the monitoring namespace only, the console for the Ingress controller', () => {
  const rules = z.array(
    z.object({ ports: z.array(z.object({ port: z.string() })), from: z.unknown().optional() }),
  );
  const policy = z.object({
    spec: z.object({ podSelector: selecting, policyTypes: z.array(z.string()), ingress: rules }),
  });
  const [{ document } = { document: undefined }] = ofKind('NetworkPolicy');
  const { podSelector, policyTypes, ingress } = policy.parse(document).spec;
  expect([policyTypes, podSelector.matchLabels]).toEqual([
    ['Ingress'],
    { 'app.kubernetes.io/name': 'newsstand' },
  ]);
  const from = (name: string) => [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
  ];
  expect(ingress.map((rule) => [rule.ports.map(({ port }) => port), rule.from])).toEqual([
    [['content'], undefined],
    [['management'], from('traefik')],
    [['metrics'], from('monitoring')],
  ]);
});

test('every Ingress leads to a Service, and that of operators to nothing but the console and its interface', () => {
  const backend = z.object({ service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }) });
  const rules = z.array(
    z.object({ http: z.object({ paths: z.array(z.object({ path: z.string(), backend })) }) }),
  );
  const paths = ofKind('Ingress').flatMap(({ document }) =>
    z
      .object({ spec: z.object({ rules }) })
      .parse(document)
      .spec.rules.flatMap(({ http }) => http.paths),
  );
  expect(paths.map(({ path, backend: { service: to } }) => [path, to.name])).toEqual([
    ['/', 'newsstand'],
    ['/console', 'newsstand-management'],
    ['/manage/v1', 'newsstand-management'],
  ]);
  for (const {
    backend: { service: to },
  } of paths) {
    const found = services.find(({ metadata }) => metadata.name === to.name);
    expect(found?.spec.ports.map(({ name }) => name)).toContain(to.port.name);
  }
});

test('Prometheus finds the Service for metrics, and no other', () => {
  const endpoints = z.tuple([z.object({ port: z.string(), path: z.string() })]);
  const monitor = z.object({ spec: z.object({ selector: selecting, endpoints }) });
  const [{ document } = { document: undefined }] = ofKind('ServiceMonitor');
  const {
    selector,
    endpoints: [endpoint],
  } = monitor.parse(document).spec;
  const wanted = Object.entries(selector.matchLabels);
  const found = services.filter(({ metadata }) =>
    wanted.every(([name, value]) => metadata.labels[name] === value),
  );
  expect(found.map(({ metadata }) => metadata.name)).toEqual(['newsstand-metrics']);
  expect(endpoint).toMatchObject({ port: 'metrics', path: '/metrics' });
});
