import { join } from 'node:path';
import { installPackages } from '../../build/installPackages.ts';

/** Installs what only the long test run needs, once, and returns the folder of the packages. */
export async function installTools(): Promise<string> {
  await installPackages(import.meta.dir);
  return join(import.meta.dir, 'node_modules');
}
