import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../build/run.ts';
import { buildPackage } from '../build/buildPackage.ts';

/** Packs the client and installs it into an empty project, as its users do, without a network. */
export async function installPackage(folder: string) {
  const [built, app] = [join(folder, 'built'), join(folder, 'app')];
  await buildPackage(built);
  const tarball = join(built, (await run(['npm', 'pack', '--silent'], built)).trim());
  await mkdir(app);
  await Bun.write(join(app, 'package.json'), '{"type":"module","private":true}');
  await run(['npm', 'install', '--offline', '--no-audit', '--no-fund', tarball], app);
  return { built, app, tarball, installed: join(app, 'node_modules/@newsstand/client') };
}
