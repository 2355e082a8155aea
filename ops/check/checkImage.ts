/**
 * `npm run image:check`: builds the image on bases made from Debian packages, and tries it as compose.yaml and
 * compose.cluster.yaml run it. A few minutes; needs root, and what `tools` lists.
 */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage } from './buildImage.ts';
import { checkCluster } from './checkCluster.ts';
import { checkKubernetes } from './checkKubernetes.ts';
import { checkSingle } from './checkSingle.ts';
import { checkSystemd } from './checkSystemd.ts';
import { openPodman, type Podman } from './podman.ts';
import { createReport, expectEqual } from './run.ts';

/** The programs, and the Debian packages that have them. */
const tools = {
  podman: 'podman',
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  crun: 'crun',
  catatonit: 'catatonit',
  nginx: 'nginx',
  unshare: 'util-linux',
} as const;

const largestMegabytes = 300;

async function main(): Promise<number> {
  const missing = Object.entries(tools).filter(([name]) => Bun.which(name) === null);
  if (missing.length > 0 || process.getuid?.() !== 0) {
    console.error(`This needs root and: apt-get install ${missing.map(([, name]) => name).join(' ')}`);
    return 2;
  }
  const report = createReport();
  const folder = join(tmpdir(), 'newsstand-image-check');
  await mkdir(join(folder, 'empty'), { recursive: true });
  const podman = await openPodman(folder);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void giveUp(podman));
  let image = '';
  await report.check('the image is built', async () => {
    const start = performance.now();
    image = await buildImage(podman, folder);
    return `${Math.round((performance.now() - start) / 1000)} seconds`;
  });
  if (image !== '') {
    await report.check('it is small', async () => {
      const bytes = Number(await podman.podman('image', 'inspect', '--format', '{{.Size}}', image));
      expectEqual(bytes < largestMegabytes * 1e6, true);
      return `${Math.round(bytes / 1e6)} MB, below ${largestMegabytes}`;
    });
    await report.check('it has no Node, npm or curl', async () => {
      const look = 'for name in node npm curl; do command -v $name; done; true';
      const { code, stdout } = await podman.once(['--entrypoint', 'sh'], image, '-c', look);
      expectEqual([code, stdout], [0, '']);
      return '';
    });
    await checkSingle(podman, image, report);
    await checkCluster(podman, image, report);
    await checkKubernetes(podman, image, report);
    await checkSystemd(podman, image, report);
  }
  report.notTried(
    'the official images of Node, Debian, PostgreSQL, Garage and nginx',
    'no registry is asked',
  );
  report.notTried('a Kubernetes cluster', 'only Podman, which knows pods but neither Services nor policies');
  report.notTried('other architectures', `only ${process.arch} here`);
  // All but the base, which takes longest to make.
  for (const name of ['storage', 'run']) await rm(join(folder, name), { recursive: true, force: true });
  return report.failures() === 0 ? 0 : 1;
}

/** Containers outlive this process, and so do the ports that they have published. */
async function giveUp(podman: Podman): Promise<never> {
  await podman.attempt('pod', 'rm', '--all', '--force');
  await podman.attempt('rm', '--all', '--force', '--time', '1');
  process.exit(1);
}

/**
 * A mount namespace of its own: in it, the second hierarchy of control groups can be hidden, which crun does not accept
 * beside the first.
 */
async function inOwnNamespace(): Promise<number> {
  const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"';
  const self = [process.execPath, import.meta.path, 'inside'];
  return await Bun.spawn(['unshare', '--mount', 'sh', '-c', script, 'sh', ...self], {
    stdio: ['inherit', 'inherit', 'inherit'],
  }).exited;
}

process.exit(process.argv[2] === 'inside' ? await main() : await inOwnNamespace());
