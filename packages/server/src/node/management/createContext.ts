import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Traffic } from '@newsstand/contract/manage';
import server from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config/readConfig.ts';
import type { Logger } from '../../log/createLog.ts';
import { logOccasionally } from '../../log/logOccasionally.ts';
import type { ApiContext } from '../../management/api/ApiContext.ts';
import { ApiProblem } from '../../management/api/ApiProblem.ts';
import type { Store } from '../../store/Store.ts';
import { StoreError } from '../../store/StoreError.ts';
import { localUrl, managementUrlOf, mediaKeyOf, mediaUrlOf, publicUrlOf } from '../addresses.ts';
import { originalsOf } from '../originalsOf.ts';
import type { Service } from '../Service.ts';

/** What the management part of a node needs. */
export type ManagementOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** The name of this node among others. */
  readonly node: string;
  /** The public port; known once the service runs. */
  readonly port: () => number;
  readonly managementPort: number;
  /** Undefined until it has started. */
  readonly service: () => Service | undefined;
};

/** Creates the context of the management API. */
export function createContext(
  options: ManagementOptions,
  store: () => Promise<Store>,
  traffic: () => Traffic,
): ApiContext {
  const { config, log, node, port, managementPort } = options;
  const shelves = () => serviceOf(options).shelves;
  const storeAway = logOccasionally(log, 'operators cannot be served: the store is unavailable');
  let key: string | undefined;
  return {
    store,
    shelves: {
      list: async (query) => shelves().list(query),
      counts: async () => shelves().counts(),
      moments: async (...query) => shelves().moments(...query),
      shown: async (revision) => shelves().shown(revision),
      traffic,
    },
    now: Date.now,
    random: randomBytes,
    originals: originalsOf(config, logOccasionally(log, 'originals cannot be read from S3')),
    async mediaAddresses() {
      key ??= config.mediaKey ?? (await mediaKeyOf(config, await store()));
      return { url: mediaUrlOf(config, port()), key };
    },
    uploadFolder: uploadFolder(config),
    uploadBytes: config.uploadBytes,
    publicUrl: () => publicUrlOf(config, port()),
    localUrl: () => localUrl(config.host, port()),
    managementUrl: () => managementUrlOf(config, managementPort),
    nodeName: node,
    version: server.version,
    onError: (error) => {
      if (error instanceof StoreError) storeAway(error);
      else log.error({ err: error }, 'the management listener failed');
    },
  };
}

/** Where uploads are kept until they become media. */
export function uploadFolder({ dataFolder }: Config): string {
  return join(dataFolder, 'uploads');
}

function serviceOf({ service }: ManagementOptions): Service {
  const running = service();
  if (running === undefined) throw new ApiProblem('not_ready', 'content is being loaded; try again soon');
  return running;
}
