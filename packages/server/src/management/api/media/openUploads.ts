import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { singleFlight } from '../../../concurrency/singleFlight.ts';
import { ignoreMissing } from '../../../files/fileErrors.ts';
import { readUpload, type Upload, type UploadOrder, type UploadOutcome, uploadPaths } from './Upload.ts';

/** The uploads of this node, in a folder that survives restarts. */
export type Uploads = {
  all(): readonly Upload[];
  get(id: string): Upload | undefined;
  create(id: string, order: UploadOrder): Promise<Upload>;
  /** How many bytes have arrived. */
  offset(upload: Upload): Promise<number>;
  /** The time of the last activity. */
  changedAt(id: string): Promise<number>;
  /** Stores the outcome of an upload, and deletes its bytes. */
  finish(upload: Upload, outcome: UploadOutcome): Promise<void>;
  remove(id: string): Promise<void>;
  /** All names in the folder, including leftovers. */
  names(): Promise<readonly string[]>;
};

/** Opens the uploads in a folder, which need not exist. */
export async function openUploads(folder: string): Promise<Uploads> {
  const names = async () => (await readdir(folder).catch(ignoreMissing)) ?? [];
  const uploads = new Map<string, Upload>();
  for (const id of await names()) {
    const upload = await readUpload(folder, id);
    if (upload !== undefined) uploads.set(id, upload);
  }

  const removing = singleFlight<void>();
  /** Once for all callers: a second `rm` beside the first returns before the folder is gone. */
  function remove(id: string): Promise<void> {
    uploads.delete(id);
    return removing(id, () => rm(uploadPaths(folder, id).folder, { recursive: true, force: true }));
  }

  async function create(id: string, order: UploadOrder): Promise<Upload> {
    const paths = uploadPaths(folder, id);
    const upload: Upload = { id, order, outcome: undefined };
    // Counted at once, so that parallel requests cannot exceed the limit.
    uploads.set(id, upload);
    try {
      await mkdir(paths.folder, { recursive: true, mode: 0o700 });
      await writeWhole(paths.bytes, '');
      await writeWhole(paths.order, JSON.stringify(order));
      return upload;
    } catch (error) {
      await remove(id);
      throw error;
    }
  }

  return {
    all: () => [...uploads.values()],
    get: (id) => uploads.get(id),
    create,
    async offset({ id, order, outcome }) {
      return outcome === undefined ? ((await sizeOf(uploadPaths(folder, id).bytes)) ?? 0) : order.length;
    },
    changedAt: (id) => newestIn(uploadPaths(folder, id)),
    async finish(upload, outcome) {
      const paths = uploadPaths(folder, upload.id);
      await writeWhole(paths.outcome, JSON.stringify(outcome));
      upload.outcome = outcome;
      await rm(paths.bytes, { force: true });
    },
    remove,
    names,
  };
}

/** Writes a file atomically, even if the machine loses power. */
async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.part`;
  {
    await using file = await open(part, 'w', 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(part, path);
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(ignoreMissing))?.size;
}

async function newestIn(paths: ReturnType<typeof uploadPaths>): Promise<number> {
  const times = await Promise.all(
    Object.values(paths).map(async (path) => (await stat(path).catch(ignoreMissing))?.mtimeMs ?? 0),
  );
  return Math.trunc(Math.max(...times));
}
