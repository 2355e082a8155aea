import type { Store } from '../../store/Store.ts';
import type { Target } from '../../transfer/importers/Importer.ts';

/** Who has which alias in a space: the ID of a category, a tag or a media by `<kind>/<alias>`. */
export async function aliasOwners(store: Store, target: Target): Promise<ReadonlyMap<string, string>> {
  const { projectId, spaceId } = target;
  const owners = new Map<string, string>();
  await store.read(async (reader) => {
    for await (const records of reader.records({ projectId, spaceId })) {
      for (const { kind, alias, id } of records) {
        // What others link to comes first; of what comes behind it there may be very much.
        if (kind === 'news' || kind === 'banner') return;
        if (alias !== undefined) owners.set(`${kind}/${alias}`, id);
      }
    }
  });
  return owners;
}
