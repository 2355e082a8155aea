import { join } from 'node:path';
import type { Workplace } from './service.ts';

/** Someone who writes until stopped, and then says how many writes a second there were. */
export type Writing = { stop(): Promise<number> };

/** How many items are changed in a second, each in a transaction of its own. */
export const writesPerSecond = 10;

/** Writes from a process of its own, as real writers do; resolves once it is at work. */
export async function startWriter({ databaseUrl }: Workplace, items: number): Promise<Writing> {
  const command = [process.execPath, join(import.meta.dir, 'writer.ts')];
  const child = Bun.spawn([...command, databaseUrl, `${items}`, `${writesPerSecond}`], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const said = child.stdout.getReader();
  if ((await said.read()).done) throw new Error('the writer did not begin');
  const began = performance.now();
  return {
    async stop() {
      const seconds = (performance.now() - began) / 1000;
      child.kill('SIGTERM');
      const { value } = await said.read();
      if ((await child.exited) !== 0) throw new Error('the writer failed');
      // The first one was before the clock began.
      return (Number(new TextDecoder().decode(value)) - 1) / seconds;
    },
  };
}
