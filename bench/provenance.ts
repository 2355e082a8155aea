import { cpus, totalmem } from 'node:os';

/** The date, revision and machine of a measurement. */
export async function provenance(): Promise<string> {
  // Without tags: the revision identifies what was measured.
  const git = Bun.$`git describe --always --dirty --exclude ${'*'}`
    .cwd(import.meta.dir)
    .nothrow()
    .quiet();
  const revision = (await git.text()).trim() || 'unknown';
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${new Date().toISOString().slice(0, 10)}, revision ${revision}, ${machine}, Bun ${Bun.version}`;
}
