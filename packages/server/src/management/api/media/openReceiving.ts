import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isDiskFull, roomAt } from '../../../files/fileErrors.ts';
import { writeAll } from '../../../files/fileStreams.ts';
import { ApiProblem } from '../ApiProblem.ts';

/** Receives the bytes of uploads, from one sender at a time each. */
export type Receiving = {
  /** Appends a body to a file of the given size and final length. */
  receive(id: string, body: ReadableStream<Uint8Array> | null, target: Target): Promise<void>;
  isBusy(id: string): boolean;
  /** Stops receiving; resolves when nothing more is written. */
  stop(id: string): Promise<void>;
  close(): Promise<void>;
};

type Target = {
  readonly path: string;
  readonly length: number;
  readonly offset: number;
  /** The announced number of bytes. */
  readonly announced: number;
  /** The size of the file so far. */
  readonly size: () => Promise<number>;
};

/** After this silence, in milliseconds, a sender has probably lost its connection, and may come back on another. */
const longestSilence = 5000;

type Sender = { appending: Appending | undefined; ended: Promise<void> };

/** Opens the receiving of uploads. */
export function openReceiving(now: () => number): Receiving {
  const senders = new Map<string, Sender>();

  async function stop(id: string): Promise<void> {
    const sender = senders.get(id);
    sender?.appending?.stop();
    await sender?.ended;
  }

  async function makeWay(id: string): Promise<void> {
    const silence = now() - (senders.get(id)?.appending?.lastAt() ?? now());
    if (silence > longestSilence) await stop(id);
    if (senders.has(id)) throw new ApiProblem('upload_offset', 'another request is sending this upload');
  }

  async function append(sender: Sender, body: ReadableStream<Uint8Array> | null, target: Target) {
    const { path, length, offset, announced } = target;
    const size = await target.size();
    if (size !== offset) throw elsewhere(size);
    if (offset + announced > length) throw tooLarge();
    // A complete file is being processed, and nothing more is read.
    if (body === null || offset === length) return;
    sender.appending = appendBody(body, { path, most: length - offset, now });
    await sender.appending.ended;
  }

  return {
    async receive(id, body, target) {
      await makeWay(id);
      const sender: Sender = { appending: undefined, ended: Promise.resolve() };
      senders.set(id, sender);
      const work = append(sender, body, target).finally(() => senders.delete(id));
      sender.ended = work.catch(() => {});
      await work;
    },
    isBusy: (id) => senders.has(id),
    stop,
    async close() {
      await Promise.all([...senders.keys()].map(stop));
    },
  };
}

function elsewhere(size: number): ApiProblem {
  return new ApiProblem('upload_offset', `${size} bytes have arrived: resume from there`, {
    headers: { 'upload-offset': `${size}` },
  });
}

/** A body being appended to a file. */
type Appending = {
  /** Settles at the end; what has arrived by then is in the file, even after a failure. */
  readonly ended: Promise<void>;
  /** When the last chunk arrived. */
  readonly lastAt: () => number;
  /** Stops reading it. */
  stop(): void;
};

type Options = {
  readonly path: string;
  /** The largest number of bytes. */
  readonly most: number;
  readonly now: () => number;
};

/** Appends a body to a file, chunk by chunk as it arrives. A broken connection is not an error. */
function appendBody(body: ReadableStream<Uint8Array>, { path, most, now }: Options): Appending {
  const reader = body.getReader();
  let lastAt = now();

  /** The next chunk; undefined at the end, and if the connection is lost. */
  const next = async () => (await reader.read().catch(() => undefined))?.value;

  async function append(): Promise<void> {
    await using file = await open(path, constants.O_WRONLY | constants.O_APPEND);
    let left = most;
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      lastAt = now();
      left -= piece.length;
      if (left < 0) throw tooLarge();
      await writeAll(file, piece);
    }
    // A client may discard what was acknowledged.
    await file.datasync();
  }

  const stop = () => void reader.cancel().catch(() => {});
  const ended = append().catch((error: unknown) => {
    stop();
    throw refusalOf(error, path);
  });
  return { ended, lastAt: () => lastAt, stop };
}

/** The problem of a body larger than announced. */
function tooLarge(): ApiProblem {
  return new ApiProblem('too_large', 'the body is longer than Upload-Length announced');
}

function refusalOf(error: unknown, path: string): unknown {
  if (isDiskFull(error)) return new ApiProblem('disk_full', fullMessage(path));
  // The upload was deleted at this very moment.
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isGone ? new ApiProblem('not_found', 'the upload was cancelled') : error;
}

function fullMessage(path: string): string {
  return `the disk for uploads is full (${roomAt(path).text}); the bytes received so far are kept: free some space, and resume`;
}
