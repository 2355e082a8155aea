import {
  type ManageAction,
  type ManageErrorCode,
  manageProblem,
  manageRoot,
} from '@newsstand/contract/manage';
import { createSemaphore, type Semaphore } from '../../concurrency/createSemaphore.ts';
import { problemWebResponse } from '../../http/problemResponse.ts';
import { createRequestIds, requestTarget, validRequestId } from '../../http/request.ts';
import { codeOf } from '../../store/postgres/explain.ts';
import { IntegrityError } from '../../store/Store.ts';
import {
  StoreError,
  StoreFullError,
  StoreReplacedError,
  StoreUpgradedError,
} from '../../store/StoreError.ts';
import { isBusy } from '../../store/sqlite/explain.ts';
import { isLoopbackHost } from '../checkHost.ts';
import type { ManagementHandler, RequestNotes } from '../createManagement.ts';
import type { ApiContext } from './ApiContext.ts';
import { ApiProblem } from './ApiProblem.ts';
import { type ApiRequest, type Handlers, type OpenAction, openActions } from './ApiRequest.ts';
import { findRoute } from './findRoute.ts';
import { type Authentication, createAuthentication } from './operators/authenticate.ts';
import { checkConfirmation } from './operators/checkConfirmation.ts';
import { limitStrangers, type StrangerLimit } from './operators/limitStrangers.ts';
import { type BodyOf, decodeBody, isLarge, parseBody, parseQuery, readBytes } from './readBody.ts';
import { checkRole, checkScopes } from './writeAs.ts';

type Parts = {
  readonly context: ApiContext;
  readonly handlers: Handlers;
  readonly authentication: Authentication;
  /** An item takes several times its size in memory while it is checked. */
  readonly limited: Semaphore;
  readonly asStranger: StrangerLimit;
  /** How long the body of a stranger may take, in milliseconds. */
  readonly patience: number | undefined;
};

/** Creates the handler of the write interface. */
export function createApi(context: ApiContext, handlers: Handlers, patience?: number): ManagementHandler {
  const limited = createSemaphore({ permits: 4, queue: 16, onFull: tooManyLarge });
  const authentication = createAuthentication(context);
  const asStranger = limitStrangers();
  const parts: Parts = { context, handlers, authentication, limited, asStranger, patience };
  const nextId = createRequestIds();
  return async (request, address, notes) => {
    const requestId = validRequestId(request.headers.get('x-request-id') ?? undefined) ?? nextId();
    const response = await admit(parts, request, address, requestId, notes).catch((error: unknown) =>
      // What nobody waits for is abandoned, which is no fault.
      problemResponse(error, requestId, error === request.signal.reason ? () => {} : context.onError),
    );
    for (const [name, value] of headers) response.headers.set(name, value);
    response.headers.set('x-request-id', requestId);
    return response;
  };
}

const headers = Object.entries({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
});

/** Finds the route, checks access, and calls the handler, in this order. */
async function admit(
  { context, handlers, authentication, limited, asStranger, patience }: Parts,
  request: Request,
  address: string,
  requestId: string,
  notes: RequestNotes,
): Promise<Response> {
  const req = readRequest(request, address, requestId, context.managementUrl(), patience);
  const { route, params } = req;
  const { action } = route;
  notes.operation = action;
  const isByBrowser = isOpen(action) || authentication.isByCookie(request, route.access);
  if (isByBrowser && !isFromProvider(action)) {
    checkOrigin(request, context.managementUrl());
  }
  if (isOpen(action)) return accepted(await asStranger(address, () => handlers[action](req)), req);
  const signed = await authentication.open(request, route.access, address);
  notes.operatorId = signed.operator.operatorId;
  checkScopes(route, signed.authToken);
  checkRole(route, signed.operator, params);
  checkConfirmation(route, signed.authToken, context.now());
  const handle = () => handlers[action]({ ...req, ...signed });
  return accepted(await (bodyOf(action) === 'item' && isLarge(request) ? limited(handle) : handle()), req);
}

/** What is written, but not shown by all processes of this node yet, is answered with where to ask for that. */
function accepted(response: Response, { unshown: { revision } }: ApiRequest): Response {
  if (revision === undefined || !response.ok) return response;
  const headers = new Headers(response.headers);
  const query = revision === 'newest' ? '' : `?revision=${revision}`;
  headers.append('link', `<${manageRoot}/shown${query}>; rel="monitor"`);
  headers.set('retry-after', '1');
  return new Response(response.body, { status: 202, headers });
}

/** Finds the route of a request; throws if there is none. */
export function readRequest(
  request: Request,
  address: string,
  requestId: string,
  managementUrl: string,
  patience?: number,
): ApiRequest {
  const { path, url: target } = requestTarget(request.url);
  const found = findRoute(request.method, path.slice(manageRoot.length));
  if (found.type === 'nothing') throw new ApiProblem('unknown_path', 'see /manage/v1/openapi.json');
  if (found.type === 'methods') throw methodRefusal(found.allow);
  const { route, params } = found;
  const url = new URL(target, managementUrl);
  const given = { route, params, url, raw: request, requestId, address, unshown: {} };
  return { ...given, ...readers(request, url, route.action, patience) };
}

function tooManyLarge(): ApiProblem {
  const headers = { 'retry-after': '1' };
  return new ApiProblem('store_busy', 'many large items are being written; try again soon', { headers });
}

/** Reads the query and body of a request on demand; the body only once. */
function readers(
  request: Request,
  url: URL,
  action: ManageAction,
  patience: number | undefined,
): Pick<ApiRequest, 'query' | 'bytes' | 'text' | 'body'> {
  let read: Promise<Uint8Array> | undefined;
  const bytes = () => {
    read ??= readBytes(request, bodyOf(action), patience);
    return read;
  };
  const text = async () => decodeBody(await bytes());
  return {
    query: (schema) => parseQuery(url, schema),
    bytes,
    text,
    body: async (schema) => parseBody(await text(), schema),
  };
}

function bodyOf(action: ManageAction): BodyOf {
  if (isOpen(action)) return 'stranger';
  return itemActions.some((each) => each === action) ? 'item' : 'other';
}

/** What takes a whole item. */
const itemActions: readonly ManageAction[] = ['createItem', 'putItem', 'patchItem', 'putNext'];

function isOpen(action: ManageAction): action is OpenAction {
  return openActions.some((open) => open === action);
}

/** Providers send browsers, and requests of their own, from elsewhere: their secrets and signatures are checked instead. */
function isFromProvider(action: ManageAction): boolean {
  return action === 'providerCallback' || action === 'providerLogout';
}

function methodRefusal(allow: readonly string[]): ApiProblem {
  const names = allow.join(', ');
  return new ApiProblem('method_not_allowed', `use ${names}`, { headers: { allow: names } });
}

/**
 * Refuses cross-site requests that carry the operator's cookie. Browsers name the origin of a request that
 * changes something; one that only reads is refused if the browser marks it as cross-site.
 */
function checkOrigin(request: Request, managementUrl: string): void {
  const site = request.headers.get('sec-fetch-site');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const isFine = isReading
    ? site === null || site === 'same-origin' || site === 'none'
    : isOwn(request, site, managementUrl);
  if (!isFine) {
    throw new ApiProblem(
      'origin_refused',
      'open the console at its own address; behind a proxy, set NEWSSTAND_MANAGEMENT_URL to it',
    );
  }
}

function isOwn(request: Request, site: string | null, managementUrl: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return site === 'same-origin';
  const own = new URL(managementUrl);
  if (origin === own.origin) return true;
  // On this machine, without the proxy, or through a tunnel.
  const host = (request.headers.get('host') ?? '').toLowerCase();
  if (!isLoopbackHost(host)) return false;
  if (origin === `https://${host}`) return true;
  // With https, the same name over http may be anyone on the network.
  return origin === `http://${host}` && (own.protocol !== 'https:' || host !== own.host);
}

/** Turns an error into problem details. Internal errors go to `onError` instead. */
export function problemResponse(
  error: unknown,
  requestId: string,
  onError: (error: unknown) => void,
): Response {
  const { code, message, more } = refusalOf(error, onError);
  const { errors, members, json, headers } = more;
  const problem = manageProblem(code, message, requestId, {
    ...(errors && { errors }),
    ...members,
  });
  return problemWebResponse(problem, headers, json);
}

function refusalOf(error: unknown, onError: (error: unknown) => void): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof IntegrityError) return new ApiProblem('conflict', error.message);
  if (error instanceof StoreError && isLocked(error.cause)) {
    return later('store_busy', 'another change is being written; try again in a moment');
  }
  onError(error);
  if (error instanceof StoreReplacedError) return new ApiProblem('store_replaced', replacedDetail(error));
  if (error instanceof StoreFullError) return new ApiProblem('disk_full', fullDetail(error));
  if (error instanceof StoreUpgradedError) return new ApiProblem('store_unavailable', upgradedDetail);
  if (error instanceof StoreError) return later('store_unavailable', 'try again; see the log for the cause');
  return new ApiProblem('server_error', 'something went wrong; see the log');
}

function replacedDetail({ isUncertain }: StoreReplacedError): string {
  const fate = isUncertain ? 'This change may be lost: look for it after the restart' : 'Nothing was changed';
  return `the files of the store were replaced or removed while the service was running; restart the service. ${fate}`;
}

/** Paths on this machine are not revealed to clients; the log has them. */
function fullDetail({ room }: StoreFullError): string {
  const known = room === undefined ? '' : ` (${room})`;
  return `the disk of the store is full${known}: nothing was changed; free some space, and try again`;
}

const upgradedDetail =
  'the store was upgraded by a newer version; upgrade this node and restart it. Nothing was changed';

function isLocked(cause: unknown): boolean {
  return isBusy(cause) || /^(55P03|40P01)$/.test(codeOf(cause));
}

function later(code: ManageErrorCode, detail: string): ApiProblem {
  return new ApiProblem(code, detail, { headers: { 'retry-after': '1' } });
}
