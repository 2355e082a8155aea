import { join } from 'node:path';
import { instanceId, lineOf, scope } from '../content.ts';
import { newsPath, type Opened, type Sandbox, writeLines } from '../service.ts';

/** How much there is, and how much happens to it. */
export type Scale = {
  readonly items: number;
  /** The size of a large item. */
  readonly largeBytes: number;
  /** How many past versions of it there are. */
  readonly versions: number;
  /** How long the machine's own noise is measured beside each situation. */
  readonly noiseSeconds: number;
};

/** Where something happens: a service with content, and an operator's token for its write interface. */
export type Place = Opened & {
  readonly sandbox: Sandbox;
  readonly operator: Readonly<Record<string, string>>;
  readonly scale: Scale;
};

/** What happens while readers read. */
export type Situation = {
  readonly name: string;
  readonly prepare?: (place: Place) => Promise<unknown>;
  /** Resolves when readers see it, with the milliseconds that it took; rejects if they see something wrong. */
  run(place: Place): Promise<number>;
};

/** The paths of the space and of its news in the write interface. */
export const managedSpace = `/manage/v1/projects/${scope.projectId}/spaces/${scope.spaceId}`;
export const managedNews = `${managedSpace}/news/instances/${instanceId}/news`;

/** Imports these records in one transaction. */
export async function importRecords(sandbox: Sandbox, records: Iterable<object>): Promise<void> {
  const file = join(sandbox.folder, 'import.ndjson');
  await writeLines(file, linesOf(records));
  await sandbox.run('import', file);
}

function* linesOf(records: Iterable<object>): Generator<string> {
  for (const record of records) yield lineOf(record);
}

/** Sends a request to the write interface; its response must be one of success. */
export async function manage(
  { service, operator }: Place,
  method: string,
  path: string,
  body?: object | string,
): Promise<Response> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const response = await fetch(service.managementUrl + path, {
    method,
    headers: { ...operator, 'content-type': type, ...(method !== 'GET' && { 'if-match': '*' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** A response of the public listener, to a path or query below the news. */
export async function readNews({ service, headers }: Place, rest: string): Promise<Response> {
  return await fetch(`${service.url}${newsPath}${rest}`, { headers });
}

/** How many news match a query, and the IDs of the first ones. */
export async function listNews(place: Place, query: string) {
  const response = await readNews(place, `?${query}`);
  if (!response.ok) throw new Error(`${query}: ${response.status}`);
  const { totalCount, list }: { totalCount: number; list: readonly { contentId: string }[] } = JSON.parse(
    await response.text(),
  );
  return { totalCount, ids: list.map(({ contentId }) => contentId) };
}

/** Does some work, and waits until readers see it. */
export async function untilShown(
  work: () => Promise<unknown>,
  isShown: () => Promise<boolean>,
): Promise<number> {
  const began = performance.now();
  await work();
  while (!(await isShown())) {
    if (performance.now() - began > patienceMilliseconds) throw new Error('readers do not see it');
    await Bun.sleep(5);
  }
  return performance.now() - began;
}

const patienceMilliseconds = 120_000;
