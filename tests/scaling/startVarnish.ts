import { join } from 'node:path';
import { type Front, startFront, writeFiles } from './frontFiles.ts';

/** Starts Varnish with the file of the docs, in front of two nodes. */
export async function startVarnish(
  program: string,
  folder: string,
  front: string,
  nodes: readonly [string, string],
): Promise<Front> {
  await writeFiles(folder, ['varnish.vcl'], { front, nodes });
  return await startFront(`http://${front}`, [
    ...[program, '-F', '-j', 'none', '-n', join(folder, 'varnish')],
    ...['-a', front, '-f', join(folder, 'varnish.vcl'), '-s', 'malloc,64m'],
  ]);
}

/** Whether Varnish and its xkey module are installed. */
export async function knowsKeys(program: string, folder: string): Promise<boolean> {
  const file = join(folder, 'keys.vcl');
  await Bun.write(file, 'vcl 4.1;\nimport xkey;\nbackend none none;\n');
  const check = Bun.spawn([program, '-j', 'none', '-C', '-n', join(folder, 'check'), '-f', file], {
    stdout: 'ignore',
    stderr: 'ignore',
  });
  return (await check.exited) === 0;
}
