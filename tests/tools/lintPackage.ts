import { expect } from 'bun:test';
import { join } from 'node:path';
import { run } from '../../build/run.ts';
import { installTools } from './installTools.ts';

/** Expects that publint has nothing to say about an installed package, not even a suggestion. */
export async function lintPackage(folder: string): Promise<void> {
  const publint = join(await installTools(), '.bin/publint');
  expect(await run([publint, 'run', folder, '--strict', '--pack=false'], folder)).toContain('All good!');
}
