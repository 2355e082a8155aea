import { join } from 'node:path';
import sharp from 'sharp';
import { aroundNews, lineOf, newsRecords, scope, usualAmounts } from '../content.ts';
import { sources, writeSources } from '../media/sources.ts';
import { memoryByProcess, memoryOf, type ProcessMemory, settled, sharedMemoryOf } from '../processes.ts';
import { inSandbox, makeKey, type Sandbox, writeLines } from '../service.ts';
import { importRecords, type Place } from '../waits/Place.ts';
import { type MemoryGroup, makeMemoryGroup } from './makeMemoryGroup.ts';
import { contentReaders, operator, pictureReaders, runClients, writer } from './mixedLoad.ts';

/** The memory of the service in one phase, in megabytes. */
export type Phase = {
  readonly name: string;
  readonly most: number;
  /** The processes at the moment when they needed the most. */
  readonly processes: readonly ProcessMemory[];
  readonly requests: number;
  readonly failures: readonly string[];
};

/** A whole run. */
export type Small = {
  readonly items: number;
  readonly bytes: number;
  /** The limit of the control group, if there was one. */
  readonly limit: string | undefined;
  readonly phases: readonly Phase[];
  /** At rest at the end, as the kernel counts it. */
  readonly restShared: number;
  /** What the kernel says about the group: its most memory, and how many processes it killed. */
  readonly group: ReturnType<MemoryGroup['report']> | undefined;
};

type Wanted = {
  readonly items: number;
  readonly seconds: number;
  /** Runs the service in a control group with this limit, such as 256M. */
  readonly limit: string | undefined;
  readonly tell: (line: string) => void;
};

const space = ['--project', scope.projectId, '--space', scope.spaceId];
/** Makes lines of 780 bytes. */
const bodyLength = 270;

/** Measures the memory of a service with little content under mixed load. */
export async function measureSmall({ items, seconds, limit, tell }: Wanted): Promise<Small> {
  return await inSandbox(async (sandbox) => {
    await using opened = new AsyncDisposableStack();
    const bytes = await importContent(sandbox, items);
    const originals = await addPictures(sandbox);
    const headers = await makeKey(sandbox);
    await sandbox.run('operator', 'invite', 'bench', '--role', 'owner');
    const token = await sandbox.run('operator', 'token', 'bench', '--name', 'bench');
    const group = limit === undefined ? undefined : opened.use(makeMemoryGroup(limit));
    const service = await sandbox.serveThrough(group?.through ?? [], '--media-unsafe', 'true');
    opened.defer(async () => void (await service.end()));
    const scale = { items, largeBytes: 0, versions: 0, noiseSeconds: 0 };
    const place: Place = {
      ...{ sandbox, service, headers, scale, operator: { authorization: `Bearer ${token.trim()}` } },
    };
    const { pid } = service;
    const phases: Phase[] = [];
    async function phase(name: string, work: () => Promise<Pick<Phase, 'requests' | 'failures'>>) {
      const memory = watchMemory(pid);
      const count = await work();
      const measured = { name, ...memory(), ...count };
      phases.push(measured);
      tell(lineOfPhase(measured));
    }
    const rest = async () => {
      await Bun.sleep(1000 * restSeconds);
      return nothing;
    };
    await settled(pid);
    await phase('after the start', rest);
    const readers = contentReaders(place);
    const pictures = pictureReaders(place, originals);
    const others = [writer(place), operator(place)];
    await phase('lists, items and searches', () => runClients([readers], seconds));
    await phase('pictures', () => runClients([pictures], seconds));
    await phase('writes and the console', () => runClients(others, seconds));
    const all = [readers, pictures, ...others];
    await phase('all at once', () => runClients(all, 2 * seconds));
    await phase('all at once, beside an import, an upload and an export', async () => {
      const [count, failure] = await Promise.all([runClients(all, 2 * seconds), largeWork(place)]);
      return { ...count, failures: [...count.failures, ...failure] };
    });
    await settled(pid);
    await Bun.sleep(1000 * idleSeconds);
    await phase('at rest again', rest);
    const restShared = sharedMemoryOf(pid);
    return { items, bytes, limit, phases, restShared, group: group?.report() };
  });
}

const nothing = { requests: 0, failures: [] };
const restSeconds = 2;
/** Threads and processes end when they are idle for 30 s. */
const idleSeconds = 35;

async function importContent(sandbox: Sandbox, items: number): Promise<number> {
  const file = join(sandbox.folder, 'content.ndjson');
  const bytes = await writeLines(file, contentOf(items, 1));
  await sandbox.run('import', file);
  return bytes;
}

function* contentOf(items: number, seed: number): Generator<string> {
  const amounts = { ...usualAmounts, items };
  for (const record of aroundNews(amounts)) yield lineOf(record);
  for (const record of newsRecords(seed, amounts, Date.now(), bodyLength)) yield lineOf(record);
}

/** Adds a few originals; returns their file names in picture URLs. */
async function addPictures(sandbox: Sandbox): Promise<readonly string[]> {
  await writeSources(sandbox.folder);
  const files = sources.map(({ name }) => join(sandbox.folder, name));
  const added: { originalUrl: string }[] = JSON.parse(
    await sandbox.run('media', 'add', ...files, ...space, '--json'),
  );
  return added.map(({ originalUrl }) => originalUrl.split('/').at(-1) ?? '');
}

/** Imports 1,000 items, uploads a picture of 20 megapixels and exports everything; returns what went wrong. */
async function largeWork(place: Place): Promise<readonly string[]> {
  const { sandbox } = place;
  const amounts = { ...usualAmounts, items: 1000 };
  try {
    await importRecords(sandbox, newsRecords(9, amounts, Date.now(), bodyLength));
    await uploadPicture(place);
    await sandbox.run('export', '--output', join(sandbox.folder, 'export.ndjson'));
    return [];
  } catch (error) {
    return [String(error).slice(0, 300)];
  }
}

async function uploadPicture(place: Place): Promise<void> {
  const { service, operator: token } = place;
  const size = { width: 5480, height: 3650, channels: 3 } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const bytes = await sharp({ create: { ...size, background: 'teal', noise } })
    .jpeg()
    .toBuffer();
  const uploads = `${service.managementUrl}/manage/v1/projects/${scope.projectId}/uploads`;
  const tus = { ...token, 'tus-resumable': '1.0.0' };
  const name = Buffer.from('twenty.jpg').toString('base64');
  const created = await fetch(uploads, {
    method: 'POST',
    headers: { ...tus, 'upload-length': `${bytes.length}`, 'upload-metadata': `filename ${name}` },
  });
  const id = created.headers.get('location')?.split('/').at(-1) ?? '';
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await fetch(`${uploads}/${id}`, { method: 'PATCH', headers: { ...tus, ...type }, body: bytes });
  for (;;) {
    const state = await (await fetch(`${uploads}/${id}`, { headers: token })).text();
    if (state.includes('"ready"')) break;
    if (state.includes('"failed"')) throw new Error(`the upload failed: ${state}`);
    await Bun.sleep(100);
  }
  const media = `/manage/v1/projects/${scope.projectId}/spaces/${scope.spaceId}/collection/medias/twenty`;
  const fetched = await fetch(service.managementUrl + media, {
    method: 'PUT',
    headers: { ...token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Twenty', upload: id }),
  });
  if (!fetched.ok) throw new Error(`PUT ${media}: ${fetched.status} ${await fetched.text()}`);
  const delivered = await fetch(service.url + media.replace('/manage/v1', '/static'), {
    headers: place.headers,
  });
  const { originalUrl }: { originalUrl: string } = JSON.parse(await delivered.text());
  const picture = await fetch(`${service.url}/media/unsafe/900x600/smart/${originalUrl.split('/').at(-1)}`);
  if (!picture.ok) throw new Error(`the picture of 20 megapixels: ${picture.status}`);
}

/** Measures ten times a second; stopping it returns the most. */
function watchMemory(pid: number): () => Pick<Phase, 'most' | 'processes'> {
  let most = 0;
  let processes: readonly ProcessMemory[] = [];
  const timer = setInterval(() => {
    const now = memoryOf(pid);
    if (now <= most) return;
    most = now;
    processes = memoryByProcess(pid);
  }, 100);
  return () => {
    clearInterval(timer);
    return { most, processes };
  };
}

function lineOfPhase({ name, most, processes, requests, failures }: Phase): string {
  const parts = processes.map(({ name: process, megabytes }) => `${process} ${megabytes.toFixed(0)}`);
  const failed =
    failures.length === 0 ? '' : `  FAILED ${failures.length}: ${failures.slice(0, 3).join('; ')}`;
  return `${name.padEnd(56)} ${most.toFixed(0).padStart(5)} MB  ${requests} requests  (${parts.join(', ')})${failed}`;
}
