/*
 * Tests that need the bytes of a database file let another process touch it. A process that closes a file loses all locks
 * that it holds on it, so a test that read one by itself could break the very database that it has open.
 */

/** What a file holds, byte by byte. */
export function bytesOf(path: string): Buffer {
  return run(['cat', path]);
}

/** Puts other bytes into a file, in place. */
export function overwrite(path: string, bytes: string | Uint8Array): void {
  run(['sh', '-c', 'cat > "$0"', path], bytes);
}

/** Copies a file, or a folder with all that is in it. */
export function copyFiles(from: string, to: string): void {
  run(['cp', '-R', from, to]);
}

function run(command: string[], stdin: string | Uint8Array = ''): Buffer {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin: Buffer.from(stdin) });
  if (exitCode !== 0) throw new Error(`${command[0]} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
