import { manageRoot, type RoleGrant } from '@newsstand/contract/manage';
import { z } from 'zod';
import { Catalogue } from '../../../catalogue/Catalogue.ts';
import { followStore } from '../../../catalogue/followStore.ts';
import { openFolderOriginals } from '../../../media/originals/folder/openFolderOriginals.ts';
import type { Originals } from '../../../media/originals/Originals.ts';
import { filledStore } from '../../../store/testing/copies.ts';
import { importRecords } from '../../../transfer/ndjson/importRecords.ts';
import { lines, source, type TestLine } from '../../../transfer/testing/importing.ts';
import { contentHandlers } from '../content/contentHandlers.ts';
import { findRoute } from '../findRoute.ts';
import { keyHandlers } from '../keys/keyHandlers.ts';
import { serviceHandlers } from '../service/serviceHandlers.ts';
import { shelvesOf } from '../service/shelvesOf.ts';
import { placeHandlers } from '../spaces/placeHandlers.ts';
import { spaceHandlers } from '../spaces/spaceHandlers.ts';
import { webhookHandlers } from '../webhooks/webhookHandlers.ts';
import { putSession, type TestApi, testTime, withApi } from './withApi.ts';

/** An answer, read. */
export type ReadResponse = {
  readonly status: number;
  readonly etag: string;
  readonly headers: Headers;
  readonly body: unknown;
  /** What is wrong, as `path: message`. */
  readonly faults: readonly string[];
};

type More = { readonly body?: unknown; readonly ifMatch?: string; readonly headers?: Record<string, string> };

/** Someone who asks: a method, a path below the space, and what else there is. */
export type Ask = (method: string, path: string, more?: More) => Promise<ReadResponse>;

/** An api with the space of the sample lines, and editors in it. */
export type Newsroom = {
  readonly api: TestApi;
  readonly ken: Ask;
  readonly mia: Ask;
  readonly boss: Ask;
  /** Somebody else, with these roles. */
  as(operatorId: string, ...roles: readonly RoleGrant[]): Promise<Ask>;
  /** Imports lines, as the command does. */
  import(...list: readonly TestLine[]): Promise<unknown>;
  /** What the audit log says, the oldest first: who, what and to what. */
  audit(): Promise<readonly string[]>;
};

/** The path of the samples' space. */
export const space = '/projects/acme/spaces/web';

/** Opens a newsroom for one piece of work: the write interface on a real listener, with a real store and catalogue. */
export async function withNewsroom(
  work: (room: Newsroom) => Promise<void>,
  /** What is said of files that records are about to name, otherwise than by the folder of the api. */
  findMissing?: Originals['findMissing'],
): Promise<void> {
  const media = { url: 'https://media.example.com/m', key: 'k'.repeat(16) };
  // Without pauses: a large change is shown soon, however busy the machine is.
  const catalogue = new Catalogue({ media, createPause: () => () => undefined });
  const { stored, cookies } = await furniture();
  await withApi(
    async (api) => {
      const room = furnish(api, cookies);
      const follower = await followStore({
        ...{ store: api.store, catalogue, pollMilliseconds: 5, onError: api.context.onError },
      });
      try {
        await work(room);
      } finally {
        await follower.stop();
      }
      if (api.errors.length > 0) throw new AggregateError(api.errors);
    },
    {
      stored,
      handlers: (context) => {
        const shelves = shelvesOf(catalogue, () => catalogue.bookmark?.revision ?? 0, context.now);
        const originals = { ...context.originals, ...(findMissing && { findMissing }) };
        const own = { ...context, originals, shelves: { ...context.shelves, ...shelves } };
        return {
          ...contentHandlers(own),
          ...spaceHandlers(own),
          ...placeHandlers(own),
          ...serviceHandlers(own),
          ...keyHandlers(own, () => []),
          ...webhookHandlers(own),
        };
      },
    },
  );
}

const staff = {
  ken: [{ projectId: 'acme', role: 'editor' }],
  mia: [{ projectId: 'acme', role: 'editor' }],
  boss: [{ projectId: '*', role: 'owner' }],
} as const;
type Furniture = {
  readonly stored: Uint8Array;
  readonly cookies: Readonly<Record<keyof typeof staff, string>>;
};
let furnished: Promise<Furniture> | undefined;

/** A store with the sample lines and the staff, to make copies of, and the cookies of their sessions. */
function furniture(): Promise<Furniture> {
  furnished ??= (async () => {
    const cookies = { ken: '', mia: '', boss: '' };
    const stored = await filledStore(async (store) => {
      const now = () => testTime;
      await importRecords({
        ...{ store, originals: openFolderOriginals('none'), now },
        sources: [source(Object.values(lines), undefined)],
      });
      for (const operatorId of ['ken', 'mia', 'boss'] as const) {
        const operator = { operatorId, name: operatorId, roles: staff[operatorId], createdAt: now() };
        await store.write((writer) => writer.putOperator(operator));
        cookies[operatorId] = await store.write((writer) => putSession(writer, operatorId, now()));
      }
    });
    return { stored, cookies };
  })();
  return furnished;
}

function furnish(api: TestApi, cookies: Furniture['cookies']): Newsroom {
  const run = (...list: readonly TestLine[]) => {
    const { originals } = api.context;
    const sources = [source(list, undefined)];
    return importRecords({ store: api.store, originals, now: api.context.now, sources });
  };
  const [ken, mia, boss] = [asker(api, cookies.ken), asker(api, cookies.mia), asker(api, cookies.boss)];
  const as: Newsroom['as'] = async (operatorId, ...roles) => {
    await api.addOperator(operatorId, roles);
    return asker(api, await api.sessionOf(operatorId));
  };
  return { api, ken, mia, boss, as, import: run, audit: () => auditOf(api) };
}

async function auditOf({ store }: TestApi): Promise<readonly string[]> {
  const entries = await store.read((reader) => reader.audit({ most: 1000 }));
  return entries.map(({ by, action, target }) => `${by} ${action} ${target}`).reverse();
}

function asker(api: TestApi, cookie: string): Ask {
  return async (method, path, { body, ifMatch, headers = {} } = {}) => {
    const precondition = ifMatch === undefined ? {} : { 'if-match': ifMatch };
    const place = placeOf(path);
    const response = await api.ask(place, { method, cookie, headers: { ...precondition, ...headers }, body });
    const read = await readResponse(response);
    if (response.ok) checkAnswer(method, place, read);
    return read;
  };
}

/** Below the root: a path below the space, or, with two slashes, of anything else; or as an answer has named it. */
function placeOf(path: string): string {
  if (path.startsWith(manageRoot)) return path.slice(manageRoot.length);
  return path.startsWith('//') ? path.slice(1) : `${space}${path}`;
}

/** Every answer must be what the contract says. */
function checkAnswer(method: string, place: string, { status, body }: ReadResponse): void {
  const found = findRoute(method, place.split('?')[0] ?? '');
  if (found.type !== 'route') throw new Error(`${method} ${place} was answered, but is not known`);
  found.route.answer?.parse(body);
  if (status !== found.route.status && status !== 201)
    throw new Error(`${method} ${place} was answered with ${status}`);
}

const faultList = z.object({
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

async function readResponse(response: Response): Promise<ReadResponse> {
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const { errors = [] } = faultList.safeParse(body).data ?? {};
  return {
    ...{ status: response.status, etag: response.headers.get('etag') ?? '', headers: response.headers, body },
    faults: errors.map(({ path, message }) => `${path}: ${message}`),
  };
}

/** What is sent to put the sample of a kind: its line, less what the path says. */
export const bodies = {
  news: strip(lines.news),
  banner: strip(lines.banner),
  media: strip(lines.media),
  category: strip(lines.category),
  tag: strip(lines.tag),
} as const;

function strip(line: object): Readonly<Record<string, unknown>> {
  const named = ['kind', 'projectId', 'spaceId', 'instanceId', 'contentId', 'mediaId', 'categoryId', 'tagId'];
  return Object.fromEntries(Object.entries(line).filter(([name]) => !named.includes(name)));
}
