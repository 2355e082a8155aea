import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes kept on disk, which can be read more than once. */
export interface UnlinkedFile extends AsyncDisposable {
  append(bytes: string | Uint8Array): Promise<void>;
  /** All bytes in chunks. Each is valid until the next one is read. */
  read(): AsyncIterable<Uint8Array>;
}

type File = Awaited<ReturnType<typeof open>>;

/**
 * Opens an empty file that is unlinked at once, so that even a killed process leaves nothing behind.
 * `what` says in error messages what it is for.
 */
export async function openUnlinkedFile(folder: string, what: string): Promise<UnlinkedFile> {
  const path = join(folder, `import-${crypto.randomUUID()}.tmp`);
  const failed = (error: Error): never => {
    throw new Error(`cannot set ${what} aside in ${folder}: ${error.message}`, { cause: error });
  };
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(failed);
  const file = await open(path, 'wx+', 0o600).catch(failed);
  await rm(path);
  return {
    append: (bytes) => file.writeFile(bytes).catch(failed),
    read: () => chunksOf(file),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(1024 * 1024);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
