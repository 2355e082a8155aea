import type { TlsPair } from '../../http/tls.ts';
import { createLog, type Log } from '../../log/createLog.ts';
import { PortTaken } from '../choosePort.ts';
import type { FromWorker, MirrorStatus, StartMessage, ToWorker } from '../messages.ts';
import { shutdownMilliseconds } from '../Service.ts';
import { answerShelfRequest, type ShelfRequest, type WorkerShelves } from './poolShelves.ts';
import { type Node, startWorker } from './startWorker.ts';

/** A worker process, which delivers and is controlled by its parent. */
const sharingMilliseconds = 100;
let node: Node | undefined;
let shelves: WorkerShelves | undefined;
const acknowledged = Promise.withResolvers<void>();
let log: Log | undefined;
let mirror: MirrorStatus | undefined;
let tls: TlsPair | undefined;
let ending: Promise<void> | undefined;

process.on('message', (message: ToWorker) => void receive(message));
// At once: without a parent nobody would stop this process, and the next service needs the port.
process.on('disconnect', () => process.exit(1));
// A terminal or a service manager sends them to all processes at once; the parent decides.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

async function receive(message: ToWorker): Promise<void> {
  if (message.type === 'start') await start(message);
  else if (message.type === 'usage') node?.limiter?.absorb(message.usages, Date.now());
  else if (message.type === 'mirror') mirror = message.mirror;
  else if (message.type === 'tls') setTls(message.pair);
  else if (message.type === 'stop') await end();
  else if (message.type === 'acknowledged') acknowledged.resolve();
  else if (message.type === 'abandoned') responding.get(message.request)?.abort();
  else if (message.type === 'shelves') await sendShelves(message.request, message.ask);
  else send({ type: 'metrics', request: message.request, metrics: node?.metrics() ?? [] });
}

/** The requests for shelves that are being handled, by their numbers. */
const responding = new Map<number, AbortController>();

/** If this fails, the parent asks another worker. */
async function sendShelves(request: number, ask: ShelfRequest): Promise<void> {
  const abandoned = new AbortController();
  const { signal } = abandoned;
  responding.set(request, abandoned);
  const response = await (shelves && answerShelfRequest(shelves, ask, signal))?.catch((error: unknown) => {
    // While this process ends, its store may be closed already.
    if (ending === undefined && !signal.aborted)
      log?.log.error({ err: error }, 'a request for the shelves failed');
    return undefined;
  });
  responding.delete(request);
  if (!signal.aborted) send({ type: 'shelves', request, response });
}

async function start({ config, port, mirror: known, tls: pair, number }: StartMessage): Promise<void> {
  log = createLog(config.logLevel, config.logFormat);
  mirror = known;
  tls = pair;
  try {
    node = await startWorker(
      config,
      port,
      log.log,
      () => mirror,
      () => tls,
      number,
      registerShelves,
    );
    setInterval(sendUsage, sharingMilliseconds);
    // As often: what was not sent is lost if this process is killed.
    setInterval(sendKeyUsage, sharingMilliseconds);
    send({ type: 'ready' });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ type: 'failed', message, isPortTaken: error instanceof PortTaken });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

/** From then on, writers wait for this process too. */
function registerShelves(loaded: WorkerShelves): Promise<void> {
  shelves = loaded;
  send({ type: 'loaded' });
  return acknowledged.promise;
}

function setTls(pair: TlsPair): void {
  tls = pair;
  node?.setTls(pair);
}

function sendUsage(): void {
  const usages = node?.limiter?.drain(Date.now()) ?? [];
  if (usages.length > 0) send({ type: 'usage', usages });
}

function sendKeyUsage(): void {
  const usages = node?.drainUses() ?? [];
  if (usages.length > 0) send({ type: 'keyUsage', usages });
}

function end(): Promise<void> {
  setTimeout(() => process.exit(1), shutdownMilliseconds).unref();
  ending ??= (node?.stop() ?? Promise.resolve())
    .then(sendKeyUsage)
    .then(() => log?.end())
    .finally(() => process.exit());
  return ending;
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
