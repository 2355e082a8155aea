import { createLog, type Log } from '../../log/createLog.ts';
import type { ProcessShelves } from '../../management/api/service/shelvesOf.ts';
import type { FromWorker, MirrorStatus, StartMessage, ToWorker } from '../messages.ts';
import { shutdownMilliseconds } from '../Service.ts';
import { answerShelfRequest, type ShelfRequest } from './ShelfRequest.ts';
import { type Node, startWorker } from './startWorker.ts';

/** A process of its own that shares the port with others; its parent tells it what to do. */
const sharingMilliseconds = 100;
let node: Node | undefined;
let shelves: ProcessShelves | undefined;
const awaited = Promise.withResolvers<void>();
let log: Log | undefined;
let mirror: MirrorStatus | undefined;
let ending: Promise<void> | undefined;

process.on('message', (message: ToWorker) => void obey(message));
// Without a parent nobody would restart or stop this process.
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
// A terminal sends it to all processes at once; the parent decides.
process.on('SIGINT', () => {});

async function obey(message: ToWorker): Promise<void> {
  if (message.type === 'start') await start(message);
  else if (message.type === 'usage') node?.limiter?.absorb(message.usages, Date.now());
  else if (message.type === 'mirror') mirror = message.mirror;
  else if (message.type === 'stop') await end();
  else if (message.type === 'awaited') awaited.resolve();
  else if (message.type === 'shelves') await tellShelves(message.request, message.ask);
  else tell({ type: 'metrics', request: message.request, metrics: (await node?.metrics()) ?? [] });
}

/** Where it can't be told, the parent asks another one. */
async function tellShelves(request: number, ask: ShelfRequest): Promise<void> {
  const told = await (shelves && answerShelfRequest(shelves, ask))?.catch((error: unknown) => {
    log?.log.error({ err: error }, 'a question about the shelves failed');
    return undefined;
  });
  tell({ type: 'shelves', request, told });
}

async function start({ config, port, mirror: known, number }: StartMessage): Promise<void> {
  log = createLog(config.logLevel);
  mirror = known;
  try {
    node = await startWorker(config, port, log.log, () => mirror, number, beAwaited);
    setInterval(shareUsage, sharingMilliseconds);
    // As often: what was not told is lost where this process is killed.
    setInterval(tellKeyUsage, sharingMilliseconds);
    tell({ type: 'ready' });
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

/** From then on, whoever writes waits for this process too. */
function beAwaited(loaded: ProcessShelves): Promise<void> {
  shelves = loaded;
  tell({ type: 'loaded' });
  return awaited.promise;
}

function shareUsage(): void {
  const usages = node?.limiter?.drain(Date.now()) ?? [];
  if (usages.length > 0) tell({ type: 'usage', usages });
}

function tellKeyUsage(): void {
  const usages = node?.drainUses() ?? [];
  if (usages.length > 0) tell({ type: 'keyUsage', usages });
}

function end(): Promise<void> {
  setTimeout(() => process.exit(1), shutdownMilliseconds).unref();
  ending ??= (node?.stop() ?? Promise.resolve())
    .then(tellKeyUsage)
    .then(() => log?.end())
    .finally(() => process.exit());
  return ending;
}

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
