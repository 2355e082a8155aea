import { cpus, totalmem } from 'node:os';

/** When, of which revision and on which machine something was measured. */
export async function provenance(): Promise<string> {
  // Tags are left out: it is the revision that names what was measured.
  const git = Bun.$`git describe --always --dirty --exclude ${'*'}`
    .cwd(import.meta.dir)
    .nothrow()
    .quiet();
  const revision = (await git.text()).trim() || 'unknown';
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${new Date().toISOString().slice(0, 10)}, revision ${revision}, ${machine}, Bun ${Bun.version}`;
}
