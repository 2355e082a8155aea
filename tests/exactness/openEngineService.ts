import type { Reader } from '../../packages/server/src/store/Store.ts';
import { type Engine, openFresh } from '../engines.ts';
import { openService } from './openService.ts';

/** A service that follows a store, which is closed with it; without an engine, it is fed directly. */
export async function openEngineService(engine?: Engine) {
  const store = engine && (await openFresh(engine));
  const service = await openService({}, store);
  return {
    ...service,
    /** Rereads everything, from the store or from its substitute. */
    reload: async (reader: () => Reader) =>
      store === undefined
        ? service.catalogue.load(reader())
        : store.read((own) => service.catalogue.load(own)),
    [Symbol.asyncDispose]: async () => void (await store?.close()),
  };
}
