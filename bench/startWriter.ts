import { join } from 'node:path';
import type { Sandbox } from './service.ts';

/** A writer; `stop` returns how many writes per second there were. */
export type Writing = { stop(): Promise<number> };

/** How many items are changed per second, each in its own transaction. */
export const writesPerSecond = 10;

/** Writes from a separate process, as real writers do; resolves after the first write. */
export async function startWriter({ databaseUrl }: Sandbox, items: number): Promise<Writing> {
  const command = [process.execPath, join(import.meta.dir, 'writer.ts')];
  const child = Bun.spawn([...command, databaseUrl, `${items}`, `${writesPerSecond}`], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const said = child.stdout.getReader();
  if ((await said.read()).done) throw new Error('the writer did not start');
  const began = performance.now();
  return {
    async stop() {
      const seconds = (performance.now() - began) / 1000;
      child.kill('SIGTERM');
      const { value } = await said.read();
      if ((await child.exited) !== 0) throw new Error('the writer failed');
      // The first write was before the clock started.
      return (Number(new TextDecoder().decode(value)) - 1) / seconds;
    },
  };
}
