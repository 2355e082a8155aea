import { randomBytes } from 'node:crypto';
import { demo } from '@newsstand/demo';
import { issueCredential } from '../../packages/server/src/management/issueCredential.ts';
import { isExplorerName } from '../../packages/server/src/store/Credential.ts';
import { withStore } from '../../packages/server/src/store/openStore.ts';
import type { RemovedPart } from '../../packages/server/src/store/Place.ts';
import { commandLine, type Writer } from '../../packages/server/src/store/Store.ts';
import { removePlace, restorePlace } from '../../packages/server/src/transfer/places/movePlace.ts';

const { projectId, spaceId } = demo.space;
const removal = { removalId: 'unused', place: { projectId } };

/** The headers of a key. */
export type KeyHeaders = Readonly<Record<string, string>>;

/** Everything in the project of the demo, as it was imported. */
export async function readDemo(database: string): Promise<readonly RemovedPart[]> {
  return await inStore(database, async (writer) => {
    await remove(writer);
    const parts = (await Array.fromAsync(writer.removedParts(removal.removalId))).flat();
    await restorePlace(writer, removal);
    return parts;
  });
}

/**
 * Replaces the project of the demo, whatever has become of it, by what it was, while the service runs. Only the owner
 * stays, and there are new keys: once one of them works, readers get the new content. (To import it again would take
 * seconds, because pictures are decoded.)
 */
export async function renewDemo(database: string, parts: readonly RemovedPart[], owner: string) {
  return await inStore(database, async (writer) => {
    await remove(writer);
    await writer.forgetRemovedPlace(removal.removalId);
    while ((await writer.deleteRemovedParts(1000)) > 0);
    await writer.addRemovedParts(removal.removalId, parts);
    await restorePlace(writer, removal);
    for (const { webhookId } of await writer.webhooks()) await writer.removeWebhook(webhookId);
    for (const { operatorId } of await writer.operators())
      if (operatorId !== owner) await writer.removeOperator(operatorId);
    for (const { key, name } of await writer.credentials())
      if (!isExplorerName(name)) await writer.removeCredential(key);
    // The owner may have signed in long ago, for other files.
    for (const authToken of await writer.authTokens(owner))
      if (authToken.type === 'session') await writer.putAuthToken({ ...authToken, confirmedAt: Date.now() });
    return {
      reader: await addKey(writer, 'demo reader', false),
      preview: await addKey(writer, 'demo editor', true),
    };
  });
}

function inStore<T>(database: string, work: (writer: Writer) => Promise<T>): Promise<T> {
  return withStore(database, (store) => store.write(work, { by: commandLine(), isCopy: true }));
}

/** Removes all projects: a test may have renamed this one. */
async function remove(writer: Writer): Promise<void> {
  for (const id of new Set((await writer.spaces()).map((space) => space.projectId)))
    await removePlace(writer, { projectId: id }, { ...removal, by: commandLine() });
}

async function addKey(writer: Writer, name: string, preview: boolean): Promise<KeyHeaders> {
  const order = { name, preview, grants: [{ projectId, spaceId }] };
  const { credential, secret } = issueCredential(order, { now: Date.now, random: randomBytes });
  await writer.putCredential(credential);
  return { 'x-svc-ac-api-key': credential.key, 'x-svc-ac-api-secret': secret, connection: 'close' };
}
