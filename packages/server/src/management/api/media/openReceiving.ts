import { ApiProblem } from '../ApiProblem.ts';
import { type Appending, appendBody, tooLarge } from './appendBody.ts';

/** What lets the bytes of uploads in, one sender at a time for each. */
export type Receiving = {
  /** Writes a body to the end of a file that stands at an offset and is to be of a length. */
  receive(id: string, body: ReadableStream<Uint8Array> | null, target: Target): Promise<void>;
  isBusy(id: string): boolean;
  /** Lets nothing more in; resolves when nothing is written any more. */
  stop(id: string): Promise<void>;
  close(): Promise<void>;
};

type Target = {
  readonly path: string;
  readonly length: number;
  readonly offset: number;
  /** How many bytes are said to come. */
  readonly announced: number;
  /** The size of the file so far. */
  readonly size: () => Promise<number>;
};

/** A sender that was silent for so long, in milliseconds, has most likely lost its connection, and comes back. */
const longestSilence = 5000;

type Sender = { appending: Appending | undefined; ended: Promise<void> };

/** Opens the gate. */
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
    if (senders.has(id)) throw new ApiProblem('upload_offset', 'another request is sending these bytes');
  }

  async function append(sender: Sender, body: ReadableStream<Uint8Array> | null, target: Target) {
    const { path, length, offset, announced } = target;
    const size = await target.size();
    if (size !== offset) throw elsewhere(size);
    if (offset + announced > length) throw tooLarge();
    // Where all is there, it is worked on, and nothing more is read.
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
  return new ApiProblem('upload_offset', `${size} bytes have arrived: send what comes after them`, {
    headers: { 'upload-offset': `${size}` },
  });
}
