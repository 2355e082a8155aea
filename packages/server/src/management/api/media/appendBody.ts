import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isDiskFull } from '../../../files/fileErrors.ts';
import { writeAll } from '../../../files/fileStreams.ts';
import { ApiProblem } from '../ApiProblem.ts';

/** A body on its way to the end of a file. */
export type Appending = {
  /** How it ended; what had arrived by then is in the file, whatever the reason. */
  readonly ended: Promise<void>;
  /** When the last piece came. */
  readonly lastAt: () => number;
  /** Takes no more of it. */
  stop(): void;
};

type Options = {
  readonly path: string;
  /** How many bytes may come. */
  readonly most: number;
  readonly now: () => number;
};

/** Writes a body to the end of a file, piece by piece as it comes. A connection that breaks is no failure. */
export function appendBody(body: ReadableStream<Uint8Array>, { path, most, now }: Options): Appending {
  const reader = body.getReader();
  let lastAt = now();

  /** The next piece; undefined at the end, and where the connection is gone. */
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
    throw refusalOf(error);
  });
  return { ended, lastAt: () => lastAt, stop };
}

/** What is said where more comes than was announced. */
export function tooLarge(): ApiProblem {
  return new ApiProblem('too_large', 'these are more bytes than Upload-Length has announced');
}

function refusalOf(error: unknown): unknown {
  if (isDiskFull(error)) return new ApiProblem('disk_full', fullMessage);
  // It was given up at this very moment.
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isGone ? new ApiProblem('not_found', 'the upload was given up') : error;
}

const fullMessage = 'the disk for uploads is full; what has arrived is kept: make room, and go on';
