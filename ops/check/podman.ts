import { join } from 'node:path';
import { attempt, type Ran, run } from './run.ts';

/** Podman and buildah with images and containers of their own, in a folder. */
export async function openPodman(folder: string) {
  const settings = join(folder, 'containers.conf');
  await writeSettings(settings);
  const storage = [
    ...['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')],
  ];
  const podman = (...args: readonly string[]) => [
    'env',
    `CONTAINERS_CONF=${settings}`,
    'podman',
    ...storage,
    ...args,
  ];
  return {
    folder,
    podman: (...args: readonly string[]) => run(podman(...args)),
    attempt: (...args: readonly string[]): Promise<Ran> => attempt(podman(...args)),
    /** Builds from the text of a Dockerfile. Without namespaces of its own, so that it works inside a container too. */
    build: (image: string, text: string, context = join(folder, 'empty'), ...options: readonly string[]) =>
      run(
        ['buildah', ...storage, 'build', '--isolation', 'chroot', '--quiet', ...options]
          // Only the format of Docker has a HEALTHCHECK.
          .concat('--format', 'docker', '--tag', image, '--file', '-', context),
        text,
      ),
    /** Starts a container in the background. */
    start: (name: string, options: readonly string[], image: string, ...args: readonly string[]) =>
      run(podman('run', '--detach', '--name', name, ...options, image, ...args)),
    /** Runs a container to its end. */
    once: (options: readonly string[], image: string, ...args: readonly string[]) =>
      attempt(podman('run', '--rm', ...options, image, ...args)),
    /** Runs a program in a container. */
    exec: (name: string, command: readonly string[], stdin: string | Uint8Array = '') =>
      run(podman('exec', '--interactive', name, ...command), stdin),
    /** Whether its HEALTHCHECK passes; without systemd, podman does not run it by itself. */
    isHealthy: async (name: string) => (await attempt(podman('healthcheck', 'run', name))).code === 0,
    async stop(name: string): Promise<number> {
      await run(podman('stop', '--time', '30', name));
      return Number(await run(podman('inspect', '--format', '{{.State.ExitCode}}', name)));
    },
    remove: (name: string) => attempt(podman('rm', '--force', '--time', '1', '--volumes', name)),
  };
}

/** Podman in its folder. */
export type Podman = Awaited<ReturnType<typeof openPodman>>;

/** Podman's own limits may be higher than this machine allows. */
async function writeSettings(path: string): Promise<void> {
  const allowed = Number(Bun.spawnSync(['sh', '-c', 'ulimit -Hn']).stdout.toString());
  const files = Math.min(65_536, Number.isNaN(allowed) ? 65_536 : allowed);
  const limits = [`nofile=${files}:${files}`, 'nproc=4096:4096'];
  await Bun.write(path, `[containers]\ndefault_ulimits = ${JSON.stringify(limits)}\n`);
}
