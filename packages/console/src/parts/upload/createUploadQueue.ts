import type { UploadState } from '@newsstand/contract/manage';

/** An upload, as it is shown. */
export type UploadEntry = {
  readonly id: number;
  /** Uploads of one group are shown together. */
  readonly group: string;
  readonly name: string;
  readonly size: number;
  readonly stage: 'waiting' | 'sending' | 'processing' | 'duplicate' | 'saving' | 'ready' | 'failed';
  /** The number of bytes sent. */
  readonly sent: number;
  /** The progress of processing a video, from 0 to 1. */
  readonly fraction?: number | undefined;
  /** What it waits for on the server, in the language of the console. */
  readonly waitsFor?: string | undefined;
  /** Why it failed. */
  readonly error?: unknown;
  /** The file can never be uploaded, however often it is tried. */
  readonly isHopeless?: boolean | undefined;
  /** The media item that has the same file already. */
  readonly same?: SameMedia | undefined;
  /** There was no response: worth retrying when the network is back. */
  readonly isBroken?: boolean | undefined;
  /** The media item that it became. */
  readonly mediaId?: string | undefined;
};

/** A media item with the same file. */
export type SameMedia = { readonly mediaId: string; readonly name: string };

/** What to do with a file. */
export type UploadOptions = {
  readonly group: string;
  readonly projectId: string;
  /** Saves a finished upload as a media item, and returns its ID. */
  readonly save: (uploadId: string, file: File) => Promise<string>;
  /** Finds a media item with the same file; somebody then has to decide. */
  readonly findSame?: (upload: UploadState) => Promise<SameMedia | undefined>;
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
  /** What a failure means: `broken` without a response, `hopeless` if the file can never be uploaded. */
  readonly judgeFailure: (error: unknown) => 'broken' | 'hopeless' | 'retryable';
};

/** Uploads, a few at a time. */
type UploadQueue = {
  readonly entries: () => readonly UploadEntry[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly File[], options: UploadOptions) => void;
  /** Cancels an upload, or dismisses a finished one. */
  readonly remove: (id: number) => void;
  readonly retry: (id: number) => void;
  /** Decides what becomes of a file that is in the library already. */
  readonly decide: (id: number, isKept: boolean) => void;
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
  /** Resolves whether a file is saved although it is in the library already. */
  decide?: (isKept: boolean) => void;
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
      const judged = transport.judgeFailure(error);
      const isBroken = judged === 'broken';
      update(id, { stage: 'failed', error, isBroken, isHopeless: judged === 'hopeless', same: undefined });
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
    const uploaded = await waitUntilReady(id, job, uploadId);
    const same = await options.findSame?.(uploaded);
    if (same !== undefined && !(await isKept(id, job, same))) {
      if (job.url !== undefined) transport.terminate(job.url).catch(() => {});
      return same.mediaId;
    }
    update(id, { stage: 'saving', fraction: undefined });
    return options.save(uploadId, file);
  }

  function isKept(id: number, job: Job, same: SameMedia): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    job.decide = resolve;
    job.stop.signal.addEventListener('abort', () => reject(job.stop.signal.reason));
    update(id, { stage: 'duplicate', same, fraction: undefined });
    next();
    return promise;
  }

  async function waitUntilReady(id: number, { options, stop }: Job, uploadId: string): Promise<UploadState> {
    for (;;) {
      const upload = await transport.getState(options.projectId, uploadId, stop.signal);
      const { state, fraction, message, rule } = upload;
      if (state === 'ready') return upload;
      if (state === 'failed') throw new UploadFailed(message ?? 'failed', rule);
      update(id, { fraction, waitsFor: message });
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
    const cleared = { error: undefined, isBroken: undefined, fraction: undefined, waitsFor: undefined };
    update(id, { stage: 'waiting', ...cleared });
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
    decide: (id, kept) => jobs.get(id)?.decide?.(kept),
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

/** The server could not process a file; the message says why, in the language of the console. */
export class UploadFailed extends Error {
  readonly rule: string | undefined;

  constructor(message: string, rule?: string) {
    super(message);
    this.name = 'UploadFailed';
    this.rule = rule;
  }
}
