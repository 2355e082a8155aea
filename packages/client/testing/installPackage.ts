import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../build/run.ts';
import { packClient } from '../build/packClient.ts';

/** Packs the client and installs it into an empty project, as its users do, without a network. */
export async function installPackage(folder: string) {
  const [tarball, app] = [join(folder, 'client.tgz'), join(folder, 'app')];
  await packClient(tarball);
  await mkdir(app);
  await Bun.write(join(app, 'package.json'), '{"type":"module","private":true}');
  await run(['npm', 'install', '--offline', '--no-audit', '--no-fund', tarball], app);
  return { app, tarball, installed: join(app, 'node_modules/@newsstand/client') };
}
