import type { Reader } from '../../packages/server/src/store/Store.ts';
import { type Engine, openFresh } from '../engines.ts';
import { openDesk } from './desk.ts';

/** A desk that is fed through a store of an engine, which goes with the desk; without an engine, directly. */
export async function openEngineDesk(engine?: Engine) {
  const store = engine && (await openFresh(engine));
  const desk = await openDesk({}, store);
  return {
    ...desk,
    /** Reads everything anew, from the store or else from what stands in for one. */
    reload: async (reader: () => Reader) =>
      store === undefined ? desk.catalogue.load(reader()) : store.read((own) => desk.catalogue.load(own)),
    [Symbol.asyncDispose]: async () => void (await store?.close()),
  };
}
