import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manageRoot, manageRoutes, type RoleGrant } from '@newsstand/contract/manage';
import { z } from 'zod';
import { ready } from '../../../http/health.ts';
import type { IpNetwork } from '../../../http/ipAddress.ts';
import { openFolderOriginals } from '../../../media/originals/folder/openFolderOriginals.ts';
import type { Operator } from '../../../store/Admin.ts';
import type { Store, Writer } from '../../../store/Store.ts';
import { emptyStore, openCopy } from '../../../store/testing/copies.ts';
import { serveConsole } from '../../console/serveConsole.ts';
import { createManagement } from '../../createManagement.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { ApiRequest, Handlers } from '../ApiRequest.ts';
import { auditHandlers } from '../audit/auditHandlers.ts';
import { openDocuments } from '../content/openDocuments.ts';
import { createApi } from '../createApi.ts';
import { type Authentication, createAuthentication } from '../operators/authenticate.ts';
import { idleMilliseconds, newAuthTokenId, newAuthTokenSecret, sha256Of } from '../operators/authTokens.ts';
import { operatorHandlers } from '../operators/operatorHandlers.ts';
import type { Provider } from '../providers/Provider.ts';
import { providerHandlers } from '../providers/providerHandlers.ts';

/** What a request of a test says besides its path. */
export type Ask = {
  readonly method?: string;
  readonly cookie?: string | undefined;
  readonly token?: string | undefined;
  readonly origin?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** The write interface behind a real listener, with a clock that stands still. */
export type TestApi = {
  readonly context: ApiContext;
  readonly store: Store;
  readonly folder: string;
  /** Where the console of this api is built to. */
  readonly consoleFolder: string;
  readonly errors: unknown[];
  readonly origin: string;
  clock: number;
  /** Asks for a path below the root; with the right origin, unless told otherwise. */
  ask(path: string, ask?: Ask): Promise<Response>;
  /** The same for a path of the listener itself. */
  get(path: string, ask?: Ask): Promise<Response>;
  addOperator(operatorId: string, roles: readonly RoleGrant[], password?: string): Promise<Operator>;
  /** A session without signing in, which takes a while. Answers its cookie. */
  sessionOf(operatorId: string): Promise<string>;
  signIn(operatorId: string, password: string, ask?: Ask): Promise<Response>;
};

/** Where the clock of an api stands at first. */
export const testTime = Date.UTC(2027, 4, 3);

/** What answers in place of handlers that are not looked at. */
const answered = async ({ route, params }: ApiRequest) => Response.json({ action: route.action, params });

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

type Changes = {
  readonly managementUrl?: string;
  /** What the listener takes for the host that it listens on. */
  readonly hostname?: string;
  readonly metricsToken?: string;
  readonly trustedProxies?: readonly IpNetwork[];
  readonly providers?: readonly Provider[];
  readonly handlers?: (context: ApiContext) => Partial<Handlers>;
  readonly store?: (store: Store) => Store;
  /** How long the body of a stranger may take, in milliseconds. */
  readonly patience?: number;
  /** The bytes of the store; otherwise it is empty. */
  readonly stored?: Uint8Array;
};

/** Opens an api for one piece of work, and removes everything afterwards. */
export async function withApi(work: (api: TestApi) => Promise<void>, changes: Changes = {}): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const store = resources.adopt(await openCopy(folder, changes.stored ?? (await emptyStore())), (it) =>
    it.close(),
  );
  const given = changes.store?.(store) ?? store;
  const errors: unknown[] = [];
  const consoleFolder = join(folder, 'console');
  const context: ApiContext = {
    store: async () => given,
    shelves: {
      list: async () => undefined,
      counts: async () => [],
      moments: async () => ({ list: [], further: 0 }),
      search: async () => [],
      glances: async (keys) => keys.map(() => undefined),
      shown: async () => true,
      traffic: () => ({ nodes: [] }),
    },
    ...{ now: () => api.clock, random, uploadFolder: join(folder, 'uploads'), uploadBytes: 1e9 },
    documents: openDocuments(),
    originals: openFolderOriginals(join(folder, 'originals')),
    mediaAddresses: async () => ({ url: 'https://media.example.com/m', key: 'k'.repeat(16) }),
    publicUrl: () => 'https://content.example.com/news',
    docsUrl: 'https://docs.example.com',
    localUrl: () => 'http://127.0.0.1:1',
    managementUrl: () => changes.managementUrl ?? server.url.origin,
    providers: changes.providers ?? [],
    sendsMail: true,
    webhookCalls: { allowsPrivate: true },
    ...{ nodeName: 'here:1', version: '1.0.0', onError: (error) => void errors.push(error) },
  };
  const handlers = {
    ...operatorHandlers(context),
    ...auditHandlers(context),
    ...providerHandlers(context),
    ...changes.handlers?.(context),
  };
  const authentication = createAuthentication(context);
  const management = {
    manage: createApi(context, withStubs(handlers), changes.patience),
    console: serveConsole(context, consoleFolder),
    isOperator: async (...request: Parameters<Authentication['find']>) =>
      (await authentication.find(...request)) !== undefined,
  };
  const access = {
    hostname: changes.hostname ?? '127.0.0.1',
    managementUrl: changes.managementUrl,
    trustedProxies: changes.trustedProxies ?? [],
    onUntrustedProxy: () => {},
  };
  const managed = {
    ...{
      program: { version: '1.2.3' },
      readiness: () => ready,
      shows: async () => true,
      metrics: async () => '',
    },
    metricsToken: changes.metricsToken,
  };
  const server = resources.adopt(
    Bun.serve({
      ...{ hostname: '127.0.0.1', port: 0 },
      ...createManagement(managed, management, access, context.onError),
    }),
    (it) => it.stop(true),
  );
  const api = createTestApi(context, store, errors, server.url.origin, { folder, consoleFolder });
  await work(api);
}

/** Whatever has no handler here is answered by one that says what was asked: so every route can be tried. */
function withStubs(handlers: Partial<Handlers>): Handlers {
  const all = manageRoutes.map(({ action }) => [action, handlers[action] ?? answered] as const);
  return z
    .custom<Handlers>((value) => manageRoutes.every(({ action }) => Object.hasOwn(Object(value), action)))
    .parse(Object.fromEntries(all));
}

function createTestApi(
  context: ApiContext,
  store: Store,
  errors: unknown[],
  origin: string,
  folders: Pick<TestApi, 'folder' | 'consoleFolder'>,
): TestApi {
  const get: TestApi['get'] = (path, { method = 'GET', cookie, token, body, headers, ...rest } = {}) => {
    const from = 'origin' in rest ? rest.origin : origin;
    return fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(from !== undefined && { origin: from }),
        ...(cookie !== undefined && { cookie }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };
  const ask: TestApi['ask'] = (path, given) => get(`${manageRoot}${path}`, given);
  return {
    ...{ context, store, errors, origin, get, ask, ...folders },
    clock: testTime,
    async addOperator(operatorId, roles, password) {
      const passwordHash = password === undefined ? undefined : await cheapHash(password);
      const operator = { operatorId, name: operatorId, roles, passwordHash, createdAt: context.now() };
      await store.write((writer) => writer.putOperator(operator));
      return operator;
    },
    sessionOf: (operatorId) => store.write((writer) => putSession(writer, operatorId, context.now())),
    signIn: (operatorId, password, given = {}) =>
      ask('/session', { method: 'POST', body: { operatorId, password }, ...given }),
  };
}

/** Puts a session, and returns its cookie. */
export async function putSession(writer: Writer, operatorId: string, now: number): Promise<string> {
  const secret = newAuthTokenSecret('session', random);
  const about = { operatorId, id: newAuthTokenId(random), createdAt: now, expiresAt: now + idleMilliseconds };
  await writer.putAuthToken({ sha256: sha256Of(secret), type: 'session', ...about });
  return `newsstand_session=${secret}`;
}

/** As cheap as a hash can be. What it costs to check a password is written in its hash. */
function cheapHash(password: string): Promise<string> {
  return Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });
}

/** The cookie of the session that an answer hands over, as it is sent back. */
export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** The cookie of the device that an answer hands over, as it is sent back. */
export function deviceOf(response: Response): string {
  return response.headers.getSetCookie().at(-1)?.split(';')[0] ?? '';
}

/** The code of a refusal, with its status. */
export async function refusalOf(response: Response): Promise<string> {
  const { code } = z.object({ code: z.string() }).parse(await response.json());
  return `${response.status} ${code}`;
}
