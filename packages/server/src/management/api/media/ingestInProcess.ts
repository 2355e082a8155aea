import { type BrokenRule, broken, brokenRuleSchema } from '@newsstand/contract';
import type { Subprocess } from 'bun';
import { z } from 'zod';
import { decoderEnvironment, killFirst, processMemory } from '../../../concurrency/decoderProcess.ts';
import { sendMessage } from '../../../concurrency/sendMessage.ts';
import type { OriginalsLocation } from '../../../media/originals/openOriginals.ts';
import { ownFile } from '../../../ownFile.ts';
import { ingestedMedia, type UploadOutcome } from './Upload.ts';

/** A file to ingest, and where to store its original. */
export type UploadJob = {
  readonly path: string;
  readonly isPackage: boolean;
  readonly place: OriginalsLocation;
};

/** Messages to the upload process: first the job; then to keep the files, while nobody else can write, or to drop them. */
export type ToUploadProcess =
  | { readonly type: 'take'; readonly job: UploadJob }
  | { readonly type: 'keep' }
  | { readonly type: 'drop' };

/** Messages from the upload process. */
const fromUploadProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  z.object({ type: z.literal('taken'), brought: ingestedMedia }),
  z.object({ type: z.literal('kept') }),
  // The file is invalid.
  z.object({ type: z.literal('refused'), broken: brokenRuleSchema(z) }),
  // A dependency is unavailable; the file can be retried.
  z.object({ type: z.literal('unavailable'), broken: brokenRuleSchema(z) }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

/** Messages from the upload process. */
export type FromUploadProcess = z.infer<typeof fromUploadProcess>;

/** What ingesting a file needs. */
export type IngestOptions = {
  /** Runs the work while nobody else can write. */
  readonly keep: (work: () => Promise<void>) => Promise<void>;
  readonly onProgress: (fraction: number) => void;
  /** Called with internal errors. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly bounds: IngestLimits;
};

/** How long it may take, in milliseconds, and how much memory, in bytes. */
export type IngestLimits = { readonly milliseconds: number; readonly memory: number };

/** The outcome; `postponed`: a dependency is unavailable. */
export type IngestOutcome = UploadOutcome | { readonly type: 'postponed'; readonly broken: BrokenRule };

type Outcome = FromUploadProcess | { readonly type: 'ended'; readonly broken: BrokenRule };

const watchedEvery = 100;
/** Moving files into place is quick; others wait for it. */
const longestKeeping = 60_000;
/** Cleaning up is quick too. */
const longestClearing = 10_000;

/** Ingests a file in a separate process. Throws only if aborted. */
export async function ingestInProcess(job: UploadJob, options: IngestOptions): Promise<IngestOutcome> {
  options.signal.throwIfAborted();
  const child = startProcess(options);
  try {
    child.send({ type: 'take', job });
    const taken = await child.responses[0];
    if (taken.type !== 'taken') return outcomeOf(taken, options);
    const kept = await keepIngested(child, options);
    return kept.type === 'kept' ? { type: 'ready', brought: taken.brought } : outcomeOf(kept, options);
  } finally {
    await child.end();
    options.signal.throwIfAborted();
  }
}

async function keepIngested(child: UploadProcess, { keep, onError }: IngestOptions): Promise<Outcome> {
  let response: Outcome = {
    type: 'unavailable',
    broken: broken('originals_unavailable', { cause: 'the store cannot be written to' }),
  };
  const timer = setTimeout(() => child.kill('hangs'), longestKeeping);
  try {
    await keep(async () => {
      child.send({ type: 'keep' });
      const next = await child.responses[1];
      if (next.type === 'kept') return;
      response = next;
      throw new Error('an upload could not be stored');
    });
    return { type: 'kept' };
  } catch (error) {
    if (response.type === 'unavailable') onError(error);
    return response;
  } finally {
    clearTimeout(timer);
  }
}

function outcomeOf(response: Outcome, { onError }: IngestOptions): IngestOutcome {
  switch (response.type) {
    case 'refused':
    case 'ended':
      return { type: 'failed', broken: response.broken };
    case 'unavailable':
      return { type: 'postponed', broken: response.broken };
    case 'failed':
      onError(new Error(`an upload could not be ingested: ${response.message}`));
      return { type: 'failed', broken: broken('upload_failed') };
    default:
      return { type: 'failed', broken: broken('upload_failed') };
  }
}

/** A process that ingests a file; its two responses arrive one after the other. */
type UploadProcess = {
  readonly responses: readonly [Promise<Outcome>, Promise<Outcome>];
  send(message: ToUploadProcess): void;
  kill(why: keyof typeof killRules): void;
  /** Ends it; resolves when the process is gone. */
  end(): Promise<void>;
};

function startProcess({ onProgress, signal, bounds }: IngestOptions): UploadProcess {
  const responses = [Promise.withResolvers<Outcome>(), Promise.withResolvers<Outcome>()] as const;
  const open = [...responses];
  let killedFor: keyof typeof killRules | undefined;
  const child = Bun.spawn([process.execPath, ownFile('processUpload.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: decoderEnvironment(withoutSettings(process.env), bounds.memory),
    // In its own process group, so that its children are killed with it.
    detached: true,
    ipc: (message) => receive(fromUploadProcess.safeParse(message).data),
    onExit: (_, code, killedBy) => {
      const why = killedFor === undefined ? endRule(code, killedBy) : broken(killRules[killedFor]);
      for (const response of open.splice(0)) response.resolve({ type: 'ended', broken: why });
    },
  });
  killFirst(child.pid, 800);
  const kill = (why: keyof typeof killRules) => {
    killedFor ??= why;
    killGroup(child);
  };

  function receive(message: FromUploadProcess | undefined): void {
    // A quick job may not have been checked yet.
    watch();
    if (message === undefined) kill('breaks');
    else if (killedFor !== undefined) return;
    else if (message.type === 'progress') onProgress(message.fraction);
    else open.shift()?.resolve(message);
  }

  const began = performance.now();
  const watch = () => {
    if (processMemory(child.pid) > bounds.memory) kill('memory');
    else if (performance.now() - began > bounds.milliseconds) kill('time');
  };
  const timer = setInterval(watch, watchedEvery);
  const stop = () => kill('breaks');
  signal.addEventListener('abort', stop);

  const send = (message: ToUploadProcess) => sendMessage(child, message);
  return {
    responses: [responses[0].promise, responses[1].promise],
    send,
    kill,
    async end() {
      send({ type: 'drop' });
      const patience = setTimeout(stop, longestClearing);
      await child.exited;
      // It may have left child processes behind.
      killGroup(child);
      clearTimeout(patience);
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

/** A process that decodes untrusted files gets no secrets. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('NEWSSTAND_')));
}

function killGroup({ pid }: Subprocess): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended.
  }
}

const killRules = {
  memory: 'too_much_memory',
  time: 'too_slow',
  hangs: 'not_stored',
  breaks: 'not_decodable',
} as const;

function endRule(code: number | null, killedBy: unknown): BrokenRule {
  if (killedBy === 'SIGKILL' || killedBy === 9) return broken('decoder_killed');
  return broken('decoder_ended', { end: killedBy === null ? `code ${code}` : `signal ${killedBy}` });
}
