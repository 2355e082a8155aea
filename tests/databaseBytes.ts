/*
 * Tests that need the bytes of a database file let another process read it. A process that closes a file loses all its
 * locks on that file, so a test that read one directly could break the database that it has open.
 */

/** The bytes of a file. */
export function bytesOf(path: string): Buffer {
  return run(['cat', path]);
}

/** Overwrites the bytes of a file in place. */
export function overwrite(path: string, bytes: string | Uint8Array): void {
  run(['sh', '-c', 'cat > "$0"', path], bytes);
}

/** Copies a file or a folder. */
export function copyFiles(from: string, to: string): void {
  run(['cp', '-R', from, to]);
}

function run(command: string[], stdin: string | Uint8Array = ''): Buffer {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin: Buffer.from(stdin) });
  if (exitCode !== 0) throw new Error(`${command[0]} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
