import { type Channel, openPostgres } from '../../store/postgres/openPostgres.ts';
import { StoreError } from '../../store/StoreError.ts';

/** A way to speak to other nodes of a database. The key is one that only those can read who may read the store. */
export type NodeChannel = { readonly channel: Channel; readonly key: string; close(): Promise<void> };

/** Opens a channel by its name; `onMessage` gets every message, from any sender, with the key to verify it. */
export async function openChannel(
  url: string,
  name: string,
  onMessage: (text: string, key: string) => void,
): Promise<NodeChannel> {
  const store = await openPostgres(url);
  try {
    const key = await store.read((reader) => reader.mediaKey());
    if (key === '') throw new StoreError('the store has no media key to seal messages with');
    const channel = await store.channel(name, (text) => onMessage(text, key));
    return { channel, key, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
