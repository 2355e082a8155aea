import type { Store } from '../packages/server/src/store/Store.ts';
import { instanceId, scope } from './content.ts';

/** Changes the title of an item in a transaction of its own, as an editor would. */
export async function changeItem(store: Store, contentId: string, title: string): Promise<void> {
  await store.write(async (writer) => {
    const record = await writer.find({ kind: 'news', ...scope, instanceId, id: contentId });
    if (record === undefined) throw new Error(`there is no item ${contentId}`);
    const { values, ...item }: { values: object } = JSON.parse(record.document);
    const changed = { ...item, name: title, values: { ...values, title }, updatedAt: Date.now() };
    await writer.putRecord({ ...record, document: JSON.stringify(changed) });
  });
}
