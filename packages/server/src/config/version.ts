import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import server from '../../package.json' with { type: 'json' };
import { ownFile } from '../ownFile.ts';

/** The version of this program. */
export const { version } = server;

/** What tells builds of one version apart: a digest of the code in a package, the commit in a clone. */
export function readBuild(): string {
  const file = ownFile('build.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : (readCommit(dirname(file)) ?? 'unknown');
}

function readCommit(cwd: string): string | undefined {
  if (Bun.which('git') === null) return undefined;
  const { success, stdout } = Bun.spawnSync(['git', 'rev-parse', '--short=12', 'HEAD'], {
    cwd,
    stderr: 'ignore',
  });
  return success ? `${stdout}`.trim() : undefined;
}
