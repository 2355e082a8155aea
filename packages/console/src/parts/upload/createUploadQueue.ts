import type { UploadState } from '@newsstand/contract/manage';

/** An upload, as it is shown. */
export type UploadEntry = {
  readonly id: number;
  /** Uploads of one group are shown together. */
  readonly group: string;
  readonly name: string;
  readonly size: number;
  readonly stage: 'waiting' | 'sending' | 'processing' | 'saving' | 'ready' | 'failed';
  /** The number of bytes sent. */
  readonly sent: number;
  /** The progress of processing a video, from 0 to 1. */
  readonly fraction?: number | undefined;
  /** Why it failed. */
  readonly message?: string | undefined;
  /** There was no response: worth retrying when the network is back. */
  readonly isBroken?: boolean | undefined;
  /** The media item that it became. */
  readonly mediaId?: string | undefined;
};

/** What to do with a file. */
export type UploadOptions = {
  readonly group: string;
  readonly projectId: string;
  /** Saves a finished upload as a media item, and returns its ID. */
  readonly save: (uploadId: string, file: File) => Promise<string>;
};

/** How to send the bytes of a file. */
export type SendOptions = {
  readonly projectId: string;
  /** The URL of an earlier attempt, to resume it. */
  readonly url: string | undefined;
  readonly onUrl: (url: string) => void;
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
};

/** What the queue needs from the outside. */
export type UploadTransport = {
  /** Sends a file, and returns the ID of its upload. */
  readonly send: (file: File, sending: SendOptions) => Promise<string>;
  readonly getState: (projectId: string, uploadId: string, signal: AbortSignal) => Promise<UploadState>;
  /** Terminates an upload. */
  readonly terminate: (url: string) => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Describes a failure; `undefined` if there was no response. */
  readonly describeFailure: (error: unknown) => string | undefined;
};

/** Uploads, a few at a time. */
type UploadQueue = {
  readonly entries: () => readonly UploadEntry[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly File[], options: UploadOptions) => void;
  /** Cancels an upload, or dismisses a finished one. */
  readonly remove: (id: number) => void;
  readonly retry: (id: number) => void;
  /** Retries uploads that got no response. */
  readonly resume: () => void;
  /** Dismisses all finished uploads of a group. */
  readonly clear: (group: string) => void;
};

/** How many files are sent at once, and how many are under way in total; the server has a limit of its own. */
const limits = { sending: 2, underway: 8 } as const;
const pollMilliseconds = 700;

type Job = {
  readonly file: File;
  readonly options: UploadOptions;
  readonly stop: AbortController;
  url?: string;
};

/** Creates an upload queue. */
export function createUploadQueue(transport: UploadTransport): UploadQueue {
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
        count('sending') >= limits.sending || count('sending', 'processing', 'saving') >= limits.underway;
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
      update(id, { stage: 'ready', mediaId: await upload(id, job) });
    } catch (error) {
      const message = transport.describeFailure(error);
      update(id, { stage: 'failed', message, isBroken: message === undefined });
    }
    next();
  }

  async function upload(id: number, job: Job): Promise<string> {
    const { file, options, stop } = job;
    const uploadId = await transport.send(file, {
      projectId: options.projectId,
      url: job.url,
      onUrl: (url) => {
        job.url = url;
      },
      onProgress: (sent) => update(id, { sent }),
      signal: stop.signal,
    });
    update(id, { stage: 'processing', sent: file.size });
    next();
    await waitUntilReady(id, job, uploadId);
    update(id, { stage: 'saving', fraction: undefined });
    return options.save(uploadId, file);
  }

  async function waitUntilReady(id: number, { options, stop }: Job, uploadId: string): Promise<void> {
    for (;;) {
      const { state, fraction, message } = await transport.getState(options.projectId, uploadId, stop.signal);
      if (state === 'ready') return;
      if (state === 'failed') throw new UploadFailed(message ?? 'failed');
      update(id, { fraction });
      await transport.wait(pollMilliseconds);
    }
  }

  function remove(id: number): void {
    const job = jobs.get(id);
    const stage = entries.find((entry) => entry.id === id)?.stage;
    jobs.delete(id);
    set((all) => all.filter((entry) => entry.id !== id));
    job?.stop.abort();
    // Frees space on the server; abandoned uploads would expire within a day.
    if (job?.url !== undefined && stage !== 'ready') transport.terminate(job.url).catch(() => {});
    next();
  }

  function retry(id: number): void {
    const job = jobs.get(id);
    const entry = entries.find((each) => each.id === id);
    if (job === undefined || entry?.stage !== 'failed') return;
    // What the server could not read is sent again; what was only interrupted is resumed.
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
    add(files, options) {
      const added = files.map((file): UploadEntry => {
        const id = ++lastId;
        jobs.set(id, { file, options, stop: new AbortController() });
        return { id, group: options.group, name: file.name, size: file.size, stage: 'waiting', sent: 0 };
      });
      set((all) => [...all, ...added]);
      next();
    },
    remove,
    retry,
    resume() {
      for (const { id, isBroken } of entries) if (isBroken) retry(id);
    },
    clear(group) {
      for (const { id, stage, ...entry } of entries) {
        if (stage === 'ready' && entry.group === group) remove(id);
      }
    },
  };
}

/** The server could not process a file; the message says why. */
export class UploadFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UploadFailed';
  }
}
