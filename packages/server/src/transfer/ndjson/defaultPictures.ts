import type { RecordKey, StoreReader } from '../../store/Store.ts';
import { targetName } from './integrityMessages.ts';

/** What to look up the default pictures of an instance by. */
type Place = Omit<RecordKey, 'id'>;

/**
 * The picture that an instance uses for news without one, each looked up once. A media that is gone counts as none: it may
 * have been deleted by an import, or against a warning.
 */
export function createDefaultPictures(reader: StoreReader): (place: Place) => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>();
  return (place) => {
    const name = targetName({ ...place, id: '' });
    const found = known.get(name) ?? defaultPicture(reader, place);
    known.set(name, found);
    return found;
  };
}

async function defaultPicture(
  reader: StoreReader,
  { kind, projectId, spaceId, instanceId }: Place,
): Promise<string | undefined> {
  if (kind !== 'news' || instanceId === undefined) return undefined;
  const { defaultPicture } = await reader.instanceSettings({ app: kind, projectId, spaceId, instanceId });
  if (defaultPicture === undefined) return undefined;
  const media = await reader.find({ kind: 'media', projectId, spaceId, id: defaultPicture });
  return media?.id;
}

/** The default pictures of all instances, by their `targetName`. */
export async function readDefaultPictures(reader: StoreReader): Promise<Map<string, string>> {
  const pictureOf = createDefaultPictures(reader);
  const found = new Map<string, string>();
  for (const { app: kind, ...place } of await reader.instances()) {
    const picture = await pictureOf({ kind, ...place });
    if (picture !== undefined) found.set(targetName({ app: kind, ...place }), picture);
  }
  return found;
}

/** The instances of news of a space whose default picture a media is, by the ID of that. */
export async function defaultPicturesIn(
  reader: StoreReader,
  { projectId, spaceId }: Pick<RecordKey, 'projectId' | 'spaceId'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const users = new Map<string, string[]>();
  for (const instance of await reader.instances()) {
    if (instance.projectId !== projectId || instance.spaceId !== spaceId) continue;
    const { defaultPicture } = await reader.instanceSettings(instance);
    if (defaultPicture === undefined) continue;
    users.set(defaultPicture, [...(users.get(defaultPicture) ?? []), instance.instanceId]);
  }
  return users;
}
