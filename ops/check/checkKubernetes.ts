import { join } from 'node:path';
import { z } from 'zod';
import { read, root } from '../../tests/ops/opsFiles.ts';
import type { Podman } from './podman.ts';
import { expectEqual, type Report, until } from './run.ts';

const folder = 'ops/kubernetes/single';
const pod = 'newsstand-pod-0';
const container = `${pod}-newsstand`;
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const main = z.looseObject({
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  ...{ startupProbe: probe, readinessProbe: probe, livenessProbe: probe },
});
const statefulSet = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({ containers: z.tuple([main]), volumes: z.array(z.unknown()) }),
    }),
  }),
});

/** Lets Podman run the pod of the StatefulSet, which it takes as a Deployment only. */
export async function checkKubernetes(podman: Podman, image: string, report: Report): Promise<void> {
  const manifest = statefulSet.parse(Bun.YAML.parse(await read(join(folder, 'statefulset.yaml'))));
  const { template } = manifest.spec;
  const [inside] = template.spec.containers;
  const claim = { name: 'data', persistentVolumeClaim: { claimName: pod } };
  const spec = {
    ...template.spec,
    containers: [{ ...inside, image }],
    volumes: [...template.spec.volumes, claim],
  };
  const { selector } = manifest.spec;
  const deployment = {
    ...manifest,
    kind: 'Deployment',
    spec: { replicas: 1, selector, template: { ...template, spec } },
  };
  const remove = async () => {
    await podman.attempt('pod', 'rm', '--force', pod);
    await podman.attempt('volume', 'rm', '--force', pod);
  };

  await remove();
  try {
    await report.check('Podman runs the pod of ops/kubernetes/single', async () => {
      const path = join(podman.folder, 'kube.yaml');
      await Bun.write(path, JSON.stringify(deployment));
      await podman.podman('play', 'kube', '--configmap', join(root, folder, 'configmap.yaml'), path);
      return '';
    });
    await report.check('its probes get 200', async () => {
      const infra = await podman.podman('pod', 'inspect', '--format', '{{.InfraContainerID}}', pod);
      const address = await podman.podman(
        'inspect',
        '--format',
        '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}',
        infra,
      );
      for (const { httpGet } of [inside.startupProbe, inside.readinessProbe, inside.livenessProbe]) {
        const port = inside.ports.find(({ name }) => name === httpGet.port)?.containerPort;
        const url = `http://${address}:${port}${httpGet.path}`;
        const answers = () =>
          fetch(url).then(
            ({ ok }) => ok,
            () => false,
          );
        await until(url, answers);
      }
      return address;
    });
    await report.check('it is not root, and its file system is read-only', async () => {
      const look = 'id -u; touch /x 2>/dev/null && exit 1; touch /data/x /tmp/x && rm /data/x';
      expectEqual(await podman.exec(container, ['sh', '-c', look]), '10001');
      return '';
    });
    await report.check('it ends in order', async () => {
      expectEqual(await podman.stop(container), 0);
      return 'exit code 0';
    });
  } finally {
    await remove();
  }
}
