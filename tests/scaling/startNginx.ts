import { join } from 'node:path';
import { type Front, freePort, startFront, writeFiles } from './frontFiles.ts';

const shared = ['nginx-common.conf', 'nginx-media.conf'];

/** Starts nginx with one of the files of the docs, in front of two nodes. */
export async function startNginx(
  program: string,
  folder: string,
  file: 'nginx.conf' | 'nginx-spaces.conf',
  nodes: readonly [string, string],
): Promise<Front> {
  const front = `127.0.0.1:${freePort()}`;
  await writeFiles(folder, [file, ...shared], { front, nodes });
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const own = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; ${user}`;
  return await startFront(`http://${front}`, [program, '-p', folder, '-c', join(folder, file), '-g', own]);
}
