import type { Reader } from '../../packages/server/src/store/Store.ts';
import { type Engine, openFresh } from '../engines.ts';
import { openService } from './openService.ts';

/** A service that is fed through a store of an engine, which goes with the service; without an engine, directly. */
export async function openEngineService(engine?: Engine) {
  const store = engine && (await openFresh(engine));
  const service = await openService({}, store);
  return {
    ...service,
    /** Reads everything anew, from the store or else from what stands in for one. */
    reload: async (reader: () => Reader) =>
      store === undefined
        ? service.catalogue.load(reader())
        : store.read((own) => service.catalogue.load(own)),
    [Symbol.asyncDispose]: async () => void (await store?.close()),
  };
}
