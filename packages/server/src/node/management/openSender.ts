import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { type Config, isPostgres } from '../../config/readConfig.ts';
import { type Logger, logOccasionally } from '../../log/createLog.ts';
import { ApiProblem } from '../../management/api/ApiProblem.ts';
import type { Store } from '../../store/Store.ts';
import type { Sender, SenderCounts } from '../../webhooks/startSender.ts';
import type { Service } from '../Service.ts';

type SenderPlace = {
  readonly config: Config;
  readonly log: Logger;
  readonly node: string;
  readonly service: () => Service | undefined;
};

const waitMilliseconds = 200;

function unlessReady(error: unknown): undefined {
  if (!(error instanceof ApiProblem)) throw error;
}

/** Calls webhooks from this node, once it serves. A node that holds only some of the content cannot. */
export function openSender(
  { config, log, node, service }: SenderPlace,
  store: () => Promise<Store>,
): { readonly counts: () => SenderCounts | undefined; close(): Promise<void> } {
  let sender: Sender | undefined;
  let isClosed = false;
  const onError = logOccasionally(log, 'webhooks cannot be called for now');

  async function start(): Promise<void> {
    while (service() === undefined && !isClosed) await Bun.sleep(waitMilliseconds);
    const { startSender } = await import('../../webhooks/startSender.ts');
    if (isClosed) return;
    sender = startSender({
      store,
      // A worker that fails to answer logs why; one that is being restarted answers soon.
      events: async (...query) =>
        service()
          ?.shelves.events(...query)
          .catch(unlessReady),
      shown: async (revision) => service()?.shelves.shown(revision),
      holder: holderOf(config, node),
      calls: { allowsPrivate: config.webhookPrivate },
      onError,
    });
  }

  const started = config.scopes === undefined ? start() : Promise.resolve();
  started.catch(onError);
  return {
    counts: () => sender?.counts(),
    async close() {
      isClosed = true;
      await started.catch(() => {});
      await sender?.stop();
    },
  };
}

/**
 * The name of this node as the one that calls. Of a data folder there is one service at a time, so it has the same name
 * after a restart and goes on at once; nodes of a shared database may be configured alike.
 */
function holderOf({ databaseUrl, dataFolder }: Config, node: string): string {
  if (isPostgres(databaseUrl)) return `${node}/${randomBytes(6).toString('hex')}`;
  return `${hostname()}:${resolve(dataFolder)}`;
}
