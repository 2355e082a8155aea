import { cp, exists, mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Podman } from './podman.ts';
import { run } from './run.ts';

const root = join(import.meta.dir, '../..');
const suite = 'trixie';

/** What the slim images of Debian leave out. */
const leftOut = ['doc', 'info', 'lintian', 'locale', 'man'].map((name) => `/usr/share/${name}/*`);

/** Stands in for the official image of Node: this machine's own Node and npm, and the certificates that it trusts. */
const buildFile = `FROM localhost/newsstand-base
COPY node /usr/bin/node
COPY npm /usr/lib/node_modules/npm
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
`;

/** Builds the image from the Dockerfile, on bases made from Debian packages, since no registry is needed for them. */
export async function buildImage(podman: Podman, folder: string): Promise<string> {
  await makeBases(podman, folder);
  const bases = { BUILD_IMAGE: 'localhost/newsstand-build', BASE_IMAGE: 'localhost/newsstand-base' };
  const given = Object.entries(bases).flatMap(([name, image]) => ['--build-arg', `${name}=${image}`]);
  const image = 'localhost/newsstand:check';
  await podman.build(image, await Bun.file(join(root, 'Dockerfile')).text(), root, ...given);
  return image;
}

async function makeBases(podman: Podman, folder: string): Promise<void> {
  const context = join(folder, 'bases');
  await mkdir(context, { recursive: true });
  const archive = join(context, 'base.tar');
  if (!(await exists(archive))) {
    const excludes = leftOut.map((path) => `--dpkgopt=path-exclude=${path}`);
    const mirror = 'http://deb.debian.org/debian';
    const packages = ['--variant=minbase', '--include=libstdc++6'];
    await run(['mmdebstrap', '--quiet', ...packages, ...excludes, suite, `${archive}.part`, mirror]);
    await run(['mv', `${archive}.part`, archive]);
  }
  await podman.build('localhost/newsstand-base', 'FROM scratch\nADD base.tar /\n', context);

  // npm is dirname(bin/npm-cli.js)/.. , wherever this machine has it.
  const npm = dirname(dirname(await realpath(Bun.which('npm') ?? '')));
  await cp(await realpath(Bun.which('node') ?? ''), join(context, 'node'));
  await rm(join(context, 'npm'), { recursive: true, force: true });
  await cp(npm, join(context, 'npm'), { recursive: true });
  await cp(await realpath('/etc/ssl/certs/ca-certificates.crt'), join(context, 'ca-certificates.crt'));
  await podman.build('localhost/newsstand-build', buildFile, context);
}
