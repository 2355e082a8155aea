import { join } from 'node:path';

/** The command line of the service. */
export const program = join(import.meta.dir, '../../../bin/newsstand');

/** Where the service keeps everything, and the site its keys. */
export const dataFolder = process.env['NEWSSTAND_DATA'] || 'data';

/** Runs a command and gives what it prints; its complaints go to ours. */
export async function run(...args: readonly string[]): Promise<string> {
  const child = Bun.spawn([program, ...args], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const [text, code] = await Promise.all([child.stdout.text(), child.exited]);
  if (code !== 0) throw new Error(`newsstand ${args.slice(0, 2).join(' ')} ended with ${code}`);
  return text.trim();
}
