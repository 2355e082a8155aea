import { afterEach, beforeEach } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realPicture } from '../../../testing/realFiles.ts';
import { type Originals, originalName } from '../../Originals.ts';
import { put, writeFiles } from '../../testing/originalsSuite.ts';
import { openS3Originals } from '../openS3Originals.ts';
import { s3Client } from '../s3Client.ts';
import type { S3Timeouts } from '../timeouts.ts';
import { type FaultyProxy, openFaultyProxy } from './faultyProxy.ts';
import { s3LocationOf } from './s3Location.ts';

/** Short, because tests wait for them to expire, but long enough for a busy machine to respond. */
const timeouts: S3Timeouts = {
  response: 1_000,
  retryFor: 1_200,
  retryDelay: 10,
  copy: 60_000,
  copyPerMegabyte: 1_000,
  uploadPart: 2_000,
  uploadRetryFor: 1_500,
};

/** For a test in which nothing is meant to take too long, however busy the machine is. */
export const patient: Partial<S3Timeouts> = {
  response: 60_000,
  retryFor: 60_000,
  uploadPart: 60_000,
  uploadRetryFor: 60_000,
};

/** A picture, a file too large to be copied, and the ID of a bundle. */
export const picture = realPicture('png');
export const large = Buffer.concat([picture, Buffer.alloc(20_000_000, 'a stretch of bytes')]);
export const id = createHash('sha256').update('clip').digest('hex');

/** What is needed of an S3 server. */
type Server = {
  readonly port: number;
  readonly url: string;
  readonly bucket: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
};

type Choices = {
  /** Undefined: by the proxy. */
  readonly url?: string;
  readonly bucket?: string;
  readonly maxBytes?: number;
  readonly onFault?: (error: unknown) => void;
  readonly timeouts?: Partial<S3Timeouts>;
  readonly now?: () => number;
  /** The folder of its copies; default: its own. */
  readonly copies?: string;
};

/** A test setup: several machines that share S3 through a faulty proxy. */
export type Scene = {
  readonly s3: Server;
  readonly proxy: FaultyProxy;
  readonly folder: string;
  /** The prefix of all keys in this test. */
  readonly prefix: string;
  /** A machine with its own local copies. */
  machine(name: string, choices?: Choices): Originals;
  /** Adds a file without the proxy, and returns its name. */
  putBytes(bytes: Uint8Array): Promise<string>;
  putClip(originals: Originals): Promise<void>;
  /** Writes an object directly, valid or not. */
  putObject(key: string, bytes: Uint8Array | string): Promise<void>;
  /** The local copies of a machine. */
  copiesOf(name: string): readonly string[];
};

/** Creates a new setup for each test; only the server is shared. */
export function setScene(shared: () => Promise<Server>): () => Scene {
  let scene: Scene | undefined;
  beforeEach(async () => {
    const server = await shared();
    scene = sceneOf(server, await openFaultyProxy(server.port));
  });
  afterEach(async () => {
    await scene?.proxy[Symbol.asyncDispose]();
    rmSync(scene?.folder ?? '', { recursive: true });
  });
  return () => scene ?? noScene();
}

function noScene(): never {
  throw new Error('the scene is not set yet');
}

function sceneOf(s3: Server, proxy: FaultyProxy): Scene {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const prefix = `${crypto.randomUUID()}/`;

  function machine(name: string, choices: Choices = {}): Originals {
    const { url = proxy.url, bucket = s3.bucket, maxBytes = 50_000_000, onFault } = choices;
    const { copies = join(folder, name), now = () => performance.now() } = choices;
    const location = s3LocationOf({ ...s3, url, bucket }, prefix);
    const waiting = { ...timeouts, ...choices.timeouts };
    return openS3Originals({ location, folder: copies, maxBytes, timeouts: waiting, onFault, now });
  }

  return {
    s3,
    proxy,
    folder,
    prefix,
    machine,
    async putBytes(bytes) {
      writeFileSync(join(folder, 'file'), bytes);
      return originalName(
        await put(machine('writer', { url: s3.url, timeouts: patient }), join(folder, 'file')),
      );
    },
    async putClip(originals) {
      await using ingest = originals.beginIngest();
      const files = { 'a.m3u8': 'list', 'a/0.m4s': 'segment' };
      await ingest.addBundle(id, async (target) => writeFiles(target, files));
      await ingest.commit();
    },
    async putObject(key, bytes) {
      await s3Client(s3LocationOf(s3, prefix)).write(prefix + key, bytes);
    },
    copiesOf(name) {
      const entries = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
  };
}
