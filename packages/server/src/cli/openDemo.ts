import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { demo } from '@newsstand/demo';
import type { Config } from '../config/readConfig.ts';
import { type Issued, issueCredential } from '../management/issueCredential.ts';
import { deliveredMedia } from '../media/deliveredMedia.ts';
import { mediaDocument } from '../media/mediaDocument.ts';
import { originalsOf } from '../node/originalsOf.ts';
import type { Service } from '../node/Service.ts';
import { ownFile } from '../ownFile.ts';
import { withStore } from '../store/openStore.ts';
import type { Reader, Store, StoredRecord } from '../store/Store.ts';
import type { ImportOptions } from '../transfer/ndjson/ImportOptions.ts';
import { importRecords } from '../transfer/ndjson/importRecords.ts';
import { readLines } from '../transfer/ndjson/readLines.ts';
import { print } from './output.ts';

/** The demo content of a service. */
type Demo = {
  /** Imports it, if the store is empty. */
  fill(store: Store): Promise<void>;
  /** Prints how to use it, once the service is up. */
  show(service: Service, url: string): Promise<void>;
};

/** Opens the demo content. */
export function openDemo(config: Config): Demo {
  let isFilled = false;
  return {
    async fill(store) {
      isFilled = await importDemo({ store, originals: originalsOf(config), now: Date.now });
    },
    async show(service, url) {
      if (isFilled) await withStore(config.databaseUrl, (store) => showDemo(store, service, url));
      else await print(demoRefusal);
    },
  };
}

const { projectId, spaceId } = demo.space;
const day = 86_400_000;

/** Printed on later starts, when the secrets are no longer known. */
const demoRefusal = `
The store is not empty, so no demo content was added. Secrets are shown only once; to create a new key:
  newsstand key create --name me --project ${projectId} --space ${spaceId}
`;

/**
 * Creates keys for the demo and prints them, with requests to try. Called when the service is up: a secret is shown
 * only once, so nothing may fail between creating and printing it.
 */
async function showDemo(store: Store, service: Service, url: string): Promise<void> {
  const reader = issue('demo reader', false);
  const preview = issue('demo editor', true);
  await store.write(async (writer) => {
    await writer.putCredential(reader.credential);
    await writer.putCredential(preview.credential);
  });
  await print(keysText(reader, preview));
  // The printed requests should work at once: all workers have to know the keys.
  await service.shelves.shown((await store.bookmark()).revision);
  await print(requestsText(url, await findAddresses(store, url)));
}

function issue(name: string, preview: boolean): Issued {
  return issueCredential({ name, grants: [demo.space], preview }, { now: Date.now, random: randomBytes });
}

/** URLs for a browser. */
type Addresses = { readonly picture: string | undefined; readonly banner: string | undefined };

async function findAddresses(store: Store, url: string): Promise<Addresses> {
  const find = (reader: Reader, id: string) => reader.find({ kind: 'media', ...demo.space, id });
  const [picture, banner] = await store.read(async (reader) => [
    await find(reader, 'm-roastery'),
    await find(reader, 'm-banner-autumn'),
  ]);
  // Neither URL is signed, so no media key is needed.
  const deliver = (record: StoredRecord | undefined) =>
    record &&
    deliveredMedia(mediaDocument.parse(JSON.parse(record.document)), { url: `${url}/media`, key: '' });
  return { picture: deliver(picture)?.originalUrl, banner: deliver(banner)?.accessUrl };
}

function keysText(reader: Issued, preview: Issued): string {
  return `
Demo content is on the shelves. These secrets are shown only once; paste this into a shell:

KEY=${reader.credential.key}
SECRET=${reader.secret}
PREVIEW_KEY=${preview.credential.key}
PREVIEW_SECRET=${preview.secret}
`;
}

/** What to try first. */
function requestsText(url: string, { picture, banner }: Addresses): string {
  const news = `${url}/static/projects/${projectId}/spaces/${spaceId}/news/instances`;
  const lines = [
    ['The newest three', `"${news}/press/news?size=3"`],
    ['Search in Japanese', `-G "${news}/press-ja/news" --data-urlencode "search=新商品"`],
    ['One item, by its alias', `"${news}/blog/news/a-week-in-huila"`],
    [
      'A category, with details',
      `"${news}/press/news?category=products&includeCategory=true&includeTags=true"`,
    ],
  ] as const;
  const later = `"${news}/press/news?previewAt=${Date.now() + 2 * day}"`;
  return `
# In a browser: a picture, and an animated banner
#   ${picture}
#   ${banner}
${lines.map(([title, rest]) => `# ${title}\n${curl('KEY', 'SECRET', rest)}\n`).join('')}# What will be live in two days (requires a preview key)
${curl('PREVIEW_KEY', 'PREVIEW_SECRET', later)}
`;
}

function curl(key: string, secret: string, rest: string): string {
  return `curl -s -H "x-svc-ac-api-key: $${key}" -H "x-svc-ac-api-secret: $${secret}" ${rest}`;
}

/** Imports the demo content into an empty store. Returns false, and changes nothing, if the store is not empty. */
export async function importDemo(
  options: Pick<ImportOptions, 'store' | 'originals' | 'now'>,
): Promise<boolean> {
  if (!(await isEmpty(options.store))) return false;
  const path = ownFile('demo/records.ndjson');
  const batches = readLines(readShifted(path, options.now() - demo.writtenFor));
  await importRecords({ ...options, sources: [{ name: path, folder: dirname(path), batches }] });
  return true;
}

/** The records with all their times shifted, so that scheduled items are still in the future at the first start. */
async function* readShifted(path: string, milliseconds: number): AsyncGenerator<Uint8Array> {
  const text = await Bun.file(path).text();
  const shifted = text.replaceAll(/(?<="\w+At":)\d+/g, (time) => `${Number(time) + milliseconds}`);
  yield new TextEncoder().encode(shifted);
}

function isEmpty(store: Store): Promise<boolean> {
  return store.read(async (reader) => {
    const found = [await reader.spaces(), await reader.instances(), await reader.credentials()];
    return found.every((things) => things.length === 0);
  });
}
