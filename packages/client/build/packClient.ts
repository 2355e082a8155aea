import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildPackage } from './buildPackage.ts';

const root = resolve(import.meta.dir, '../../..');

/**
 * Builds the package in a folder of its own and writes it as a tarball that package managers install. The same source
 * gives the same bytes, whatever npm is installed, because lock files hold its hash. `use` may look at the folder.
 */
export async function packClient(
  tarball: string,
  use: (folder: string) => Promise<void> = async () => {},
): Promise<void> {
  // The bundler names modules by their paths from the working directory.
  if (process.cwd() !== root) throw new Error(`run this in ${root}`);
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-client-'));
  try {
    await buildPackage(folder);
    const files = [...new Bun.Glob('**/*').scanSync(folder)].sort();
    const entries = files.map(async (path) =>
      tarEntry(`package/${path}`, await Bun.file(join(folder, path)).bytes()),
    );
    const archive = Buffer.concat([...(await Promise.all(entries)), Buffer.alloc(2 * block)]);
    await mkdir(dirname(tarball), { recursive: true });
    // A service that is running never reads half of it.
    await Bun.write(`${tarball}.tmp`, Bun.gzipSync(archive, { level: 9, library: 'libdeflate' }));
    await rename(`${tarball}.tmp`, tarball);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const block = 512;
/** The time that npm gives to all files. */
const modifiedAt = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** A file as `ustar` has it: a block about it, then its bytes, padded to whole blocks. */
function tarEntry(path: string, bytes: Uint8Array): Uint8Array {
  if (!/^[\x21-\x7e]{1,99}$/.test(path)) throw new Error(`${path}: a path that a tarball can't hold`);
  const entry = Buffer.alloc(block + Math.ceil(bytes.length / block) * block);
  const octal = (number: number, digits: number) => `${number.toString(8).padStart(digits, '0')}\0`;
  entry.write(path, 0);
  entry.write(
    octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(bytes.length, 11) + octal(modifiedAt, 11),
    100,
  );
  entry.write('        0', 148);
  entry.write('ustar\x0000', 257);
  const sum = entry.subarray(0, block).reduce((total, byte) => total + byte, 0);
  entry.write(`${octal(sum, 6)} `, 148);
  entry.set(bytes, block);
  return entry;
}
