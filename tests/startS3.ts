import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An S3 server on a free local port. */
export type S3 = {
  /** The environment that a newsstand process needs, except for the bucket. */
  readonly env: Record<string, string>;
  readonly bucket: string;
  readonly url: string;
  readonly port: number;
  /** The folder with its objects as files. */
  readonly folder: string;
  /** Kills the server. Its objects remain until the test process ends. */
  stop(): Promise<void>;
  /** Restarts it with the same port and objects. */
  restart(): Promise<void>;
  /** Freezes it: it neither responds nor fails. */
  freeze(): void;
  thaw(): void;
  /** Stops it and removes its files. */
  [Symbol.asyncDispose](): Promise<void>;
};

const bucket = 'newsstand-media';
/** The long run sets another. */
const program = process.env['TESTS_S3'] ?? join(import.meta.dir, 's3Server.ts');

/** Removed when the process ends. */
const folders = new Set<string>();
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let ofProcess: Promise<S3> | undefined;

/** The server that all tests of a process share: each has a prefix of its own, and none stops it. */
export function sharedS3(): Promise<Omit<S3, 'stop' | 'restart' | 'freeze' | 'thaw' | symbol>> {
  ofProcess ??= startS3();
  return ofProcess;
}

/** Starts an S3 server with an empty bucket, for tests that stop it. */
export async function startS3(): Promise<S3> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-s3-'));
  let { child, port } = await launch(folder, 0);
  const url = `http://127.0.0.1:${port}`;
  folders.add(folder);
  const stop = async () => {
    child.kill('SIGKILL');
    await child.exited;
  };
  return {
    env: {
      AWS_ENDPOINT_URL_S3: url,
      AWS_REGION: 'us-east-1',
      // The only account that this server knows.
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    bucket,
    url,
    port,
    folder,
    stop,
    async restart() {
      await stop();
      ({ child } = await launch(folder, port));
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(folder: string, wantedPort: number) {
  const child = Bun.spawn([process.execPath, program, folder, `${wantedPort}`, bucket], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  const port = Number(new TextDecoder().decode(value));
  if (!(port > 0)) throw new Error('the S3 server did not start');
  return { child, port };
}
