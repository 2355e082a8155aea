import type { UploadState } from '@newsstand/contract/manage';

/** A file on its way in, as it is shown. */
export type UploadEntry = {
  readonly id: number;
  /** Whose it is: the files that were given at one place are shown there. */
  readonly place: string;
  readonly name: string;
  readonly size: number;
  readonly stage: 'waiting' | 'sending' | 'making' | 'saving' | 'ready' | 'failed';
  /** Bytes that have arrived. */
  readonly sent: number;
  /** How far the making of a video is, from 0 to 1. */
  readonly fraction?: number | undefined;
  /** Why it failed. */
  readonly message?: string | undefined;
  /** There was no answer: worth another try when the network is back. */
  readonly isBroken?: boolean | undefined;
  /** What became of it. */
  readonly mediaId?: string | undefined;
};

/** What is done with a file. */
export type UploadOrder = {
  readonly place: string;
  readonly projectId: string;
  /** Makes a media of what has arrived, and tells its ID. */
  readonly save: (uploadId: string, file: File) => Promise<string>;
};

/** Where the bytes of a file go. */
export type Sending = {
  readonly projectId: string;
  /** Where an earlier try has got to. */
  readonly url: string | undefined;
  readonly onUrl: (url: string) => void;
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
};

/** What the queue asks of the world around it. */
export type UploadWorld = {
  /** Sends a file, and gives the ID of its upload. */
  readonly send: (file: File, sending: Sending) => Promise<string>;
  readonly look: (projectId: string, uploadId: string, signal: AbortSignal) => Promise<UploadState>;
  /** Gives an upload up. */
  readonly giveUp: (url: string) => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Says why something failed; `undefined` where there was no answer. */
  readonly explain: (error: unknown) => string | undefined;
};

/** Files on their way in, a few at a time. */
type UploadQueue = {
  readonly entries: () => readonly UploadEntry[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly File[], order: UploadOrder) => void;
  /** Stops one, or puts away one that has ended. */
  readonly remove: (id: number) => void;
  readonly retry: (id: number) => void;
  /** Tries again what got no answer. */
  readonly resume: () => void;
  /** Puts away all that have arrived. */
  readonly clear: (place: string) => void;
};

/** How many are sent at once, and how many are on their way in all; the server has a bound of its own. */
const most = { sending: 2, underway: 8 } as const;
const lookEvery = 700;

type Job = { readonly file: File; readonly order: UploadOrder; readonly stop: AbortController; url?: string };

/** Makes a queue of uploads. */
export function createUploadQueue(world: UploadWorld): UploadQueue {
  const jobs = new Map<number, Job>();
  const listeners = new Set<() => void>();
  let entries: readonly UploadEntry[] = [];
  let lastId = 0;

  function set(change: (entries: readonly UploadEntry[]) => readonly UploadEntry[]): void {
    entries = change(entries);
    for (const listener of listeners) listener();
  }
  function update(id: number, change: Partial<UploadEntry>): void {
    set((all) => all.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  }

  function next(): void {
    for (const { id, stage } of entries) {
      if (stage !== 'waiting') continue;
      const isFull =
        count('sending') >= most.sending || count('sending', 'making', 'saving') >= most.underway;
      if (isFull) return;
      update(id, { stage: 'sending' });
      void run(id);
    }
  }
  function count(...stages: UploadEntry['stage'][]): number {
    return entries.filter(({ stage }) => stages.includes(stage)).length;
  }

  async function run(id: number): Promise<void> {
    const job = jobs.get(id);
    if (job === undefined) return;
    try {
      update(id, { stage: 'ready', mediaId: await bring(id, job) });
    } catch (error) {
      const message = world.explain(error);
      update(id, { stage: 'failed', message, isBroken: message === undefined });
    }
    next();
  }

  async function bring(id: number, job: Job): Promise<string> {
    const { file, order, stop } = job;
    const uploadId = await world.send(file, {
      projectId: order.projectId,
      url: job.url,
      onUrl: (url) => {
        job.url = url;
      },
      onProgress: (sent) => update(id, { sent }),
      signal: stop.signal,
    });
    update(id, { stage: 'making', sent: file.size });
    next();
    await made(id, job, uploadId);
    update(id, { stage: 'saving', fraction: undefined });
    return order.save(uploadId, file);
  }

  async function made(id: number, { order, stop }: Job, uploadId: string): Promise<void> {
    for (;;) {
      const { state, fraction, message } = await world.look(order.projectId, uploadId, stop.signal);
      if (state === 'ready') return;
      if (state === 'failed') throw new UploadFailed(message ?? 'failed');
      update(id, { fraction });
      await world.wait(lookEvery);
    }
  }

  function remove(id: number): void {
    const job = jobs.get(id);
    const stage = entries.find((entry) => entry.id === id)?.stage;
    jobs.delete(id);
    set((all) => all.filter((entry) => entry.id !== id));
    job?.stop.abort();
    // What nobody will use any more should not take room on the server; it would go by itself in a day.
    if (job?.url !== undefined && stage !== 'ready') world.giveUp(job.url).catch(() => {});
    next();
  }

  function retry(id: number): void {
    const job = jobs.get(id);
    const entry = entries.find((each) => each.id === id);
    if (job === undefined || entry?.stage !== 'failed') return;
    // What the server could not read is sent anew; what was only interrupted goes on.
    const { url: _url, ...anew } = job;
    jobs.set(id, { ...(entry.isBroken ? job : anew), stop: new AbortController() });
    update(id, { stage: 'waiting', message: undefined, isBroken: undefined, fraction: undefined });
    next();
  }

  return {
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files, order) {
      const added = files.map((file): UploadEntry => {
        const id = ++lastId;
        jobs.set(id, { file, order, stop: new AbortController() });
        return { id, place: order.place, name: file.name, size: file.size, stage: 'waiting', sent: 0 };
      });
      set((all) => [...all, ...added]);
      next();
    },
    remove,
    retry,
    resume() {
      for (const { id, isBroken } of entries) if (isBroken) retry(id);
    },
    clear(place) {
      for (const { id, stage, ...entry } of entries) {
        if (stage === 'ready' && entry.place === place) remove(id);
      }
    },
  };
}

/** The server could not make a media of a file; the message says why. */
export class UploadFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UploadFailed';
  }
}
