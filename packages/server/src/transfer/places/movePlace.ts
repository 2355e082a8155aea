import { covers, restorableDays } from '@newsstand/contract/manage/plain';
import { createPause } from '../../concurrency/timeSlices.ts';
import type { ChangedRecord, Version } from '../../store/Admin.ts';
import { decodeCredential, encodeCredential } from '../../store/Credential.ts';
import type { Place, RemovedPart, RemovedPlace } from '../../store/Place.ts';
import type { Proposal } from '../../store/Proposal.ts';
import type { Author, Store, Writer } from '../../store/Store.ts';
import {
  idsOf,
  movedKey,
  movedRecord,
  partSchemas,
  readRecordPart,
  readVersionPart,
  recordPart,
  versionPart,
} from './placeParts.ts';

/** Thrown if there is no such place. */
export class NoSuchPlace extends Error {}

/** Thrown if the ID of a place is in use. */
export class PlaceTaken extends Error {}

type Removal = { readonly removalId: string; readonly by: Author };

/**
 * Removes a project, space or instance with everything in it, in a transaction of its caller, and keeps it for
 * `restorePlace`. Keys, roles and webhooks that name it stay as they are.
 */
export async function removePlace(
  writer: Writer,
  place: Place,
  { removalId, by }: Removal,
): Promise<RemovedPlace> {
  const pause = createPause();
  const keep = (...parts: readonly RemovedPart[]) => writer.addRemovedParts(removalId, parts);
  const spaces = (await writer.spaces()).filter((space) => covers(place, space));
  const instances = (await writer.instances()).filter((instance) => covers(place, instance));
  if (spaces.length + instances.length === 0) throw new NoSuchPlace();
  const names = (await writer.placeNames()).filter((named) => covers(place, named));
  const links = (await writer.credentials()).filter(({ item }) => item !== undefined && covers(place, item));
  for (const space of spaces) await keep(partOf('space', space));
  for (const instance of instances) {
    const settings = await writer.instanceSettings(instance);
    await keep(partOf('instance', { instance, settings, views: await writer.savedViews(instance) }));
  }
  for (const named of names) await keep(partOf('name', named));
  for (const link of links) await keep({ type: 'link', document: encodeCredential(link) });
  const proposals: Proposal[] = [];
  for await (const batch of writer.allProposals()) {
    const own = batch.filter(({ key }) => covers(place, key));
    await keep(...own.map((proposal) => partOf('proposal', proposal)));
    proposals.push(...own);
    await pause();
  }
  for await (const versions of writer.allVersions({ scope: place })) {
    await keep(...versions.map(versionPart));
    await pause();
  }
  for await (const imported of writer.allImported(place)) {
    await keep(...imported.map((each) => partOf('imported', each)));
    await pause();
  }
  let records = 0;
  for await (const batch of writer.records(place)) {
    const changes = await writer.lastChanges(batch);
    await keep(...batch.map((record, index) => recordPart(record, changes[index])));
    for (const record of batch) {
      await writer.removeRecord(record, { keepsNoVersion: true });
      await pause();
    }
    records += batch.length;
  }
  await writer.forgetVersions(place);
  for (const proposal of proposals) {
    // Only closed ones can be deleted.
    await writer.putProposal({ ...proposal, state: 'withdrawn', closedAt: by.at, closedBy: by.name });
    await writer.pruneProposals(proposal.key, 0);
    await pause();
  }
  for (const link of links) await writer.removeCredential(link.key);
  for (const named of names) await writer.putPlaceName(named, undefined);
  for (const instance of instances) {
    await writer.putInstanceSettings(instance, {});
    await writer.putSavedViews(instance, []);
    await writer.removeInstance(instance);
  }
  for (const space of spaces) await writer.removeSpace(space);
  const name = names.find((named) => covers(named, place))?.name;
  const removed = { removalId, place: idsOf(place), name, removedAt: by.at, removedBy: by.name, records };
  await writer.putRemovedPlace(removed);
  return removed;
}

function partOf<Type extends keyof typeof partSchemas>(type: Type, value: object): RemovedPart {
  return { type, document: JSON.stringify(partSchemas[type].parse(value)) };
}

/** Restores a removed place with everything in it, under another ID if one is given, in a transaction of its caller. */
export async function restorePlace(
  writer: Writer,
  { removalId, place }: Pick<RemovedPlace, 'removalId' | 'place'>,
  to: Place = place,
): Promise<void> {
  await mustBeFree(writer, to);
  const pause = createPause();
  for await (const parts of writer.removedParts(removalId)) {
    const [changes, versions]: [ChangedRecord[], Version[]] = [[], []];
    for (const part of parts) {
      if (part.type === 'record' || part.type === 'media') {
        const { record, change } = readRecordPart(part);
        const moved = movedRecord(record, to);
        await writer.putRecord(moved);
        if (change !== undefined) changes.push({ key: moved, ...change });
      } else if (part.type === 'version' || part.type === 'mediaVersion') {
        const { record, ...version } = readVersionPart(part);
        versions.push({ ...version, record: movedRecord(record, to) });
      } else await restorePart(writer, part.type, part.document, to);
      await pause();
    }
    await writer.putLastChanges(changes);
    await writer.putVersions(versions);
  }
  await writer.forgetRemovedPlace(removalId);
  while ((await writer.deleteRemovedParts(deletedAtOnce)) > 0) await pause();
}

const deletedAtOnce = 200;

async function mustBeFree(writer: Writer, place: Place): Promise<void> {
  const taken = [...(await writer.spaces()), ...(await writer.instances())].some((each) =>
    covers(place, each),
  );
  if (taken) throw new PlaceTaken();
}

async function restorePart(
  writer: Writer,
  type: keyof typeof partSchemas | 'link',
  document: string,
  to: Place,
): Promise<void> {
  switch (type) {
    case 'space':
      return writer.putSpace({ ...partSchemas.space.parse(JSON.parse(document)), ...idsOf(to) });
    case 'instance': {
      const { instance, settings, views = [] } = partSchemas.instance.parse(JSON.parse(document));
      const moved = { ...instance, ...idsOf(to) };
      await writer.putInstance(moved);
      await writer.putInstanceSettings(moved, settings);
      return writer.putSavedViews(moved, views);
    }
    case 'name': {
      const { name, ...place } = partSchemas.name.parse(JSON.parse(document));
      return writer.putPlaceName({ ...place, ...idsOf(to) }, name);
    }
    case 'imported': {
      const { key, digest } = partSchemas.imported.parse(JSON.parse(document));
      return writer.putImported([{ key: movedKey(key, to), digest }]);
    }
    case 'proposal': {
      const { thread, ...proposal } = partSchemas.proposal.parse(JSON.parse(document));
      await writer.putProposal({ ...proposal, key: movedKey(proposal.key, to) });
      for (const comment of thread) await writer.addComment(proposal.proposalId, comment);
      return;
    }
    case 'link': {
      const link = decodeCredential(document);
      return writer.putCredential({ ...link, item: link.item && movedKey(link.item, to) });
    }
  }
}

/**
 * Gives a project, space or instance another ID, in a transaction of its caller: what is in it, and what names it, follows.
 */
export async function renamePlace(writer: Writer, place: Place, to: Place, by: Author): Promise<void> {
  await mustBeFree(writer, to);
  const removed = await removePlace(writer, place, { removalId: 'rename', by });
  await restorePlace(writer, removed, to);
  const ids = idsOf(to);
  const follow = <Named extends Place>(named: Named): Named =>
    covers(place, named) ? { ...named, ...ids } : named;
  for (const credential of await writer.credentials()) {
    if (credential.grants.some((grant) => covers(place, grant)))
      await writer.putCredential({ ...credential, grants: credential.grants.map(follow) });
  }
  for (const operator of await writer.operators()) {
    if (operator.roles.some((grant) => covers(place, grant)))
      await writer.putOperator({ ...operator, roles: operator.roles.map(follow) });
  }
  for (const { operatorId } of await writer.operators()) {
    for (const token of await writer.authTokens(operatorId)) {
      if (token.scopes?.some((scope) => covers(place, scope)))
        await writer.putAuthToken({ ...token, scopes: token.scopes.map(follow) });
    }
  }
  for (const webhook of await writer.webhooks()) {
    if (covers(place, webhook)) await writer.putWebhook(follow(webhook));
  }
  for (const each of await writer.removedPlaces()) {
    if (covers(place, each.place)) await writer.putRemovedPlace({ ...each, place: follow(each.place) });
  }
}

/**
 * Deletes what was removed so long ago that it can no longer be restored, in many small transactions, and what an earlier
 * run has left behind.
 */
export async function pruneRemoved(store: Store, now: number): Promise<number> {
  const old = (await store.read((reader) => reader.removedPlaces())).filter(
    ({ removedAt }) => removedAt + restorableDays * 86_400_000 <= now,
  );
  await store.write(async (writer) => {
    for (const { removalId } of old) await writer.forgetRemovedPlace(removalId);
  });
  while ((await store.write((writer) => writer.deleteRemovedParts(deletedAtOnce))) > 0) await Bun.sleep(10);
  return old.length;
}
