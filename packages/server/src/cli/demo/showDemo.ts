import { randomBytes } from 'node:crypto';
import { type Issued, issueCredential } from '../../management/issueCredential.ts';
import { deliveredMedia } from '../../media/deliveredMedia.ts';
import { mediaDocument } from '../../media/mediaDocument.ts';
import type { Service } from '../../node/Service.ts';
import type { Reader, Store, StoredRecord } from '../../store/Store.ts';
import { print } from '../output.ts';
import { demoPlace } from './demoPlace.ts';
import { demoText, type Sights } from './demoText.ts';

/**
 * Makes keys for the demo and tells what to try with them. Called when the service is up: a secret is shown only
 * once, so there must be nothing left that could go wrong between making it and showing it.
 */
export async function showDemo(store: Store, service: Service, url: string): Promise<void> {
  const keys = { reader: issue('demo reader', false), preview: issue('demo editor', true) };
  await store.write(async (writer) => {
    await writer.putCredential(keys.reader.credential);
    await writer.putCredential(keys.preview.credential);
  });
  await print(demoText.keys(keys));
  // What is printed should work when it is read: all workers have to know the keys.
  await service.shelves.shown((await store.bookmark()).revision);
  await print(demoText.requests(url, Date.now(), await findSights(store, url)));
}

/** Where a browser finds a picture as it was drawn, and the banner that moves. */
async function findSights(store: Store, url: string): Promise<Sights> {
  const find = (reader: Reader, id: string) => reader.find({ kind: 'media', ...demoPlace, id });
  const [picture, banner] = await store.read(async (reader) => [
    await find(reader, 'm-roastery'),
    await find(reader, 'm-banner-autumn'),
  ]);
  // No key is needed: neither of the two addresses is a signed one.
  const deliver = (record: StoredRecord | undefined) =>
    record &&
    deliveredMedia(mediaDocument.parse(JSON.parse(record.document)), { url: `${url}/media`, key: '' });
  return { picture: deliver(picture)?.originalUrl, banner: deliver(banner)?.accessUrl };
}

function issue(name: string, preview: boolean): Issued {
  return issueCredential({ name, grants: [demoPlace], preview }, { now: Date.now, random: randomBytes });
}
