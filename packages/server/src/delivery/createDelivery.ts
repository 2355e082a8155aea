import { mentions, parseQuery, problem, type Query } from '@newsstand/contract';
import {
  type Audience,
  prepareFilter,
  prepareList,
  requestOf,
  writeList,
  writeNamedItem,
} from '../catalogue/answer.ts';
import type { Catalogue } from '../catalogue/Catalogue.ts';
import { ByteWriter, referencedBytes } from '../catalogue/items/ByteWriter.ts';
import type { Interval } from '../catalogue/items/visibility.ts';
import type { Shelf } from '../catalogue/Shelf.ts';
import type { Space } from '../catalogue/Space.ts';
import { keysOfItem, keysOfList } from '../cdn/surrogateKeys.ts';
import type { Broadcaster } from '../events/Broadcaster.ts';
import { createClientAddress } from '../http/clientAddress.ts';
import { type HttpResponse, headerLine, headerLines } from '../http/HttpResponse.ts';
import { type IpNetwork, networkName } from '../http/ipAddress.ts';
import type { Client, Fault } from '../http/ListenerContext.ts';
import type { HttpHandler } from '../http/listenHttp.ts';
import { problemResponse } from '../http/problemResponse.ts';
import { createRequestIds } from '../http/request.ts';
import type { Logger } from '../log/createLog.ts';
import type { MediaServer } from '../media/serve/createMediaServer.ts';
import type { Asker } from '../media/serve/MediaResponse.ts';
import type { KeyUsage } from '../store/Admin.ts';
import type { RecordKey } from '../store/StoredRecord.ts';
import type { Tracer } from '../tracing/createTracer.ts';
import { type Authenticated, type Credentials, createAuthenticator, isGranted } from './authenticate.ts';
import { createCompress } from './compress.ts';
import { type CorsOrigins, preflightHeaders } from './cors.ts';
import { observeRequests } from './observeRequests.ts';
import { incompleteDraft, isIncompleteDraft, isShared, previewLinkLines, sharedId } from './previewLink.ts';
import {
  allowedMethods,
  faultProblems,
  invalidParameters,
  problems,
  type RequestProblem,
  undecodedFaults,
} from './problems.ts';
import { createPublicPages, type PageSettings } from './publicPages.ts';
import type { RateLimiter } from './RateLimiter.ts';
import {
  type CacheSettings,
  ContentResponse,
  createCacheHeaders,
  noStoreLine,
  ResponseCache,
  varyLine,
} from './ResponseCache.ts';
import {
  type ContentRoute,
  type DeliveryRequest,
  type DraftRoute,
  type EventsRoute,
  type RequestHeaders,
  readHeaders,
  readRequest,
} from './readRequest.ts';
import { subscribe } from './subscribe.ts';

/** The metrics of delivery. */
export type DeliveryMetrics = {
  /** One finished request. */
  request(operation: string, status: number, seconds: number): void;
  /** One lookup in a cache: of responses, or of evaluated filters. */
  cache(cache: 'view' | 'response', hit: boolean): void;
};

/** The options of delivery. */
export type DeliveryOptions = {
  readonly catalogue: Catalogue;
  readonly media: MediaServer;
  readonly settings: CacheSettings &
    PageSettings & {
      readonly corsOrigins: CorsOrigins;
      /** Whether this node holds a space; undefined if it holds all spaces. */
      readonly holds?: ((projectId: string, spaceId: string) => boolean) | undefined;
    };
  readonly now: () => number;
  readonly log: Logger;
  /** Whether each request is logged. If not, log entries are not even built. */
  readonly logsRequests: boolean;
  /** Traces requests. */
  readonly tracer?: Tracer | undefined;
  /** Proxies whose X-Forwarded-For is logged. */
  readonly trustedProxies?: readonly IpNetwork[];
  readonly metrics: DeliveryMetrics;
  readonly limiter: RateLimiter | undefined;
  /** Begins to send events to a client. */
  readonly subscribe: Broadcaster['subscribe'];
  /** Whether everything up to the position of an event is shown here; if it has to be waited for, a promise. */
  readonly hasShown: (lastEventId: string) => true | Promise<boolean>;
  readonly ready: () => boolean;
  /** How much memory cached responses may take together, which may change; by default 64 MB. */
  readonly responseBytes?: () => number;
  /** The same for large responses that are being compressed. */
  readonly compressingBytes?: number;
};

/** Handles every request of the public listener. */
export type Delivery = HttpHandler<RequestHeaders, DeliveryRequest> & {
  /** How often keys were used since the last call. */
  drainKeyUsage(): readonly KeyUsage[];
};

type Outcome = HttpResponse | RequestProblem | Promise<HttpResponse | RequestProblem>;

const usualBytes = 64_000_000;

const always: Interval = { from: -Infinity, until: Infinity };

/** Creates the handler of the public listener. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { catalogue, media, settings, log, metrics, limiter, trustedProxies = [] } = options;
  const nextId = createRequestIds();
  const observer = observeRequests({
    log: options.logsRequests ? log : undefined,
    tracer: options.tracer,
    trustedProxies,
    scheme: settings.publicUrl.replace(/:.*$/s, ''),
  });
  const clientOf = createClientAddress(trustedProxies);
  const pages = createPublicPages(settings, options.ready);
  const { authenticate, isUnchanged, drainUsage } = createAuthenticator((key) => catalogue.credential(key));
  const cacheHeaders = createCacheHeaders(settings);
  const cache = new ResponseCache(options.responseBytes ?? (() => usualBytes));
  const compress = createCompress({ mostBytes: options.compressingBytes ?? usualBytes });
  // Reused after their bytes are sent: new memory for each response makes lists that are all different take 40 % longer.
  const writers: ByteWriter[] = [];

  function respond(request: DeliveryRequest, client: Client): HttpResponse | Promise<HttpResponse> {
    const startedAt = performance.now();
    const requestId = request.headers.requestId ?? nextId();
    const outcome = attempt(request, client, requestId);
    if (!(outcome instanceof Promise)) return finish(request, requestId, startedAt, outcome);
    return outcome
      .catch((error) => failed(error, requestId))
      .then((later) => finish(request, requestId, startedAt, later));
  }

  function attempt(request: DeliveryRequest, client: Client, requestId: string): Outcome {
    try {
      return check(request, client);
    } catch (error) {
      return failed(error, requestId);
    }
  }

  /** Checks in the order that the interface sets: path, method, credentials, grant, node, parameters, resource. */
  function check(request: DeliveryRequest, client: Client): Outcome {
    const { route, method, headers } = request;
    if ('code' in route) return route;
    if (method === 'OPTIONS') return preflight(headers);
    if (method !== 'GET' && method !== 'HEAD') return problems.methodNotAllowed;
    if (typeof route === 'function') return route(askerOf(client, headers));
    const { credentials } = headers;
    if (credentials === undefined) return problems.credentialsMissing;
    const now = options.now();
    const authenticated = authenticate(credentials, now);
    if (authenticated === undefined) return problems.credentialsInvalid;
    const reply = () => answer(request, route, authenticated, credentials, now);
    const { key, item } = authenticated.credential;
    const outcome = limiter === undefined ? reply() : limited(limiter, key, now, reply);
    return item === undefined ? outcome : withLines(outcome, previewLinkLines);
  }

  function askerOf(client: Client, { header }: RequestHeaders): Asker {
    return {
      header,
      get network() {
        return networkName(clientOf(client.address, header), 64);
      },
      hasLeft: () => client.hasLeft(),
    };
  }

  /** Nobody reads what was before an event that they have heard of, perhaps from another process. */
  function answer(
    request: DeliveryRequest,
    route: ContentRoute | EventsRoute | DraftRoute,
    authenticated: Authenticated,
    credentials: Credentials,
    now: number,
  ): Outcome {
    if ('isDraft' in route) return incompleteDraft(catalogue, authenticated.credential, settings.holds, now);
    if ('isEvents' in route) return sendEvents(request, route, authenticated, credentials);
    const { lastEventId } = request.headers;
    const hasShown = lastEventId === undefined || options.hasShown(lastEventId);
    if (hasShown === true) return deliver(request, route, authenticated, now);
    return hasShown.then((isShown) => {
      const later = options.now();
      if (!isShown) return problems.behind;
      if (!isUnchanged(credentials, authenticated, later)) return problems.credentialsInvalid;
      return deliver(request, route, authenticated, later);
    });
  }

  function sendEvents(
    request: DeliveryRequest,
    route: EventsRoute,
    authenticated: Authenticated,
    credentials: Credentials,
  ): HttpResponse | RequestProblem {
    const { holds } = settings;
    const hasSpace = (projectId: string, spaceId: string) =>
      catalogue.space(projectId, spaceId) !== undefined;
    return subscribe({ subscribe: options.subscribe, holds, hasSpace }, request, route, authenticated, (at) =>
      isUnchanged(credentials, authenticated, at),
    );
  }

  function preflight({ origin }: RequestHeaders): HttpResponse {
    const lines = headerLines({ allow: allowedMethods, ...preflightHeaders(settings.corsOrigins, origin) });
    return { status: 204, headers: lines + varyLine, body: undefined };
  }

  function deliver(
    request: DeliveryRequest,
    route: ContentRoute,
    authenticated: Authenticated,
    now: number,
  ): Outcome {
    const { credential } = authenticated;
    const { preview } = credential;
    if (!isGranted(credential.grants, route) && !isShared(credential, route)) return problems.accessDenied;
    const { projectId = '', spaceId = '' } = route;
    if (settings.holds?.(projectId, spaceId) === false) return problems.misdirected;
    const space = catalogue.space(projectId, spaceId);
    const shelf = space?.shelf(route.operation.kind, route.instanceId);
    const version = space?.version ?? 0;
    // The lifetime of a response is that of its whole shelf, whatever was requested.
    const interval = shelf?.intervalAt(now) ?? always;
    const send = (response: ContentResponse) =>
      response.respond(
        request.headers,
        cacheHeaders(authenticated, response.surrogateKeys, now, interval.until),
        () => laterCacheLines(response, route, authenticated),
      );
    const cached = preview ? undefined : cache.get(request.url);
    const isHit = cached?.isCurrent(version, interval) === true;
    metrics.cache('response', isHit);
    if (isHit) return send(cached);
    const query = readQuery(route, request.query, preview, { now, knownSince: space?.changedAt ?? now });
    if ('code' in query) return query;
    const writer = writers.pop() ?? new ByteWriter();
    const found = writeContent(writer, space, shelf, route, query, { now, preview }, credential.item);
    if (found instanceof Promise || 'code' in found) writers.push(writer);
    if (found instanceof Promise)
      return found.then(() => deliver(request, route, authenticated, options.now()));
    if ('code' in found) return found;
    const { surrogateKeys, isFilterCached } = found;
    if (isFilterCached !== undefined) metrics.cache('view', isFilterCached);
    const isCached = !preview && cache.admits(request.url);
    const { parts, release } = written(writer, isCached);
    const response = new ContentResponse({ parts, release, surrogateKeys, version, madeAt: now, compress });
    if (isCached) cache.set(request.url, response);
    const sent = send(response);
    if (!preview && sent instanceof Promise) void cache.share(request.url, response, sent);
    return sent;
  }

  /** While it was compressed, a response may have become outdated: then it must not be cached at all. */
  function laterCacheLines(
    response: ContentResponse,
    { operation, projectId = '', spaceId = '', instanceId }: ContentRoute,
    authenticated: Authenticated,
  ): string {
    const now = options.now();
    const space = catalogue.space(projectId, spaceId);
    const interval = space?.shelf(operation.kind, instanceId)?.intervalAt(now) ?? always;
    if (!response.isCurrent(space?.version ?? 0, interval)) return noStoreLine;
    return cacheHeaders(authenticated, response.surrogateKeys, now, interval.until);
  }

  /** The bytes of a response. A writer that has grown is not used again, so the bytes in it stay. */
  function written(writer: ByteWriter, isCached: boolean) {
    const release = writer.hasGrown ? undefined : () => void writers.push(writer);
    // A writer takes more memory than what is in it; but to copy much takes long. What is in several parts always stays
    // so, since its entity tag depends on them.
    if (!isCached || writer.length > referencedBytes) return { parts: writer.parts, release };
    const parts = [writer.copy()];
    release?.();
    return { parts, release: undefined };
  }

  /** Adds the headers of every response, counts the request, and has it logged when it is sent. */
  function finish(
    request: DeliveryRequest,
    requestId: string,
    startedAt: number,
    outcome: HttpResponse | RequestProblem,
  ): HttpResponse {
    const response = 'code' in outcome ? respondWith(outcome, requestId) : outcome;
    const { status, headers, body, release } = response;
    const milliseconds = performance.now() - startedAt;
    metrics.request(request.operation, status, milliseconds / 1000);
    return {
      status,
      headers: headers + request.corsLines + headerLine('x-request-id', requestId),
      body,
      release,
      onSent: observer?.request(request, { requestId, status, milliseconds }),
    };
  }

  function failed(error: unknown, requestId: string): HttpResponse {
    log.error({ requestId, err: error }, 'a request failed');
    return respondWith(problems.serverError, requestId);
  }

  function reject(fault: Fault, error?: unknown): HttpResponse {
    const requestId = nextId();
    const response =
      fault === 'failed' ? failed(error, requestId) : respondWith(faultProblems[fault], requestId);
    const { status } = response;
    metrics.request('none', status, 0);
    return {
      ...response,
      headers: response.headers + headerLine('x-request-id', requestId),
      onSent: observer?.fault(fault, { requestId, status, milliseconds: 0 }),
    };
  }

  return {
    readHeaders: (header) => readHeaders(header, settings.corsOrigins),
    readRequest: (method, target, headers) => readRequest(method, target, headers, pages, media),
    respond,
    reject,
    keepsAddresses: observer !== undefined,
    drainKeyUsage: drainUsage,
  };
}

/** Counts a request against the rate limit, and adds the rate limit headers. */
function limited(limiter: RateLimiter, key: string, now: number, respond: () => Outcome): Outcome {
  const allowance = limiter.take(key, now);
  const outcome = allowance.allowed ? respond() : problems.rateLimited;
  return withLines(outcome, headerLines(limiter.headers(allowance)));
}

function withLines(outcome: Outcome, lines: string): Outcome {
  const add = (later: HttpResponse | RequestProblem) => ({
    ...later,
    headers: (later.headers ?? '') + lines,
  });
  return outcome instanceof Promise ? outcome.then(add) : add(outcome);
}

/** A problem as a response, which must not be cached. */
function respondWith(
  { code, detail, faults, headers = '' }: RequestProblem,
  requestId: string,
): HttpResponse {
  return problemResponse(problem(code, detail, requestId, faults), varyLine + noStoreLine + headers);
}

/** The headers and metrics of content that was found. */
type FoundContent = {
  readonly surrogateKeys: string;
  /** Whether the filter of a list had been evaluated before. */
  readonly isFilterCached?: boolean | undefined;
};

/** Checks the parameters in the query and in the path. What readers saw is known since a time that may have passed. */
function readQuery(
  { operation, undecoded }: ContentRoute,
  text: string,
  mayPreview: boolean,
  { now, knownSince }: { readonly now: number; readonly knownSince: number },
): Query | RequestProblem {
  const { query, faults = [] } = parseQuery(operation, text);
  const namesPreview = query === undefined ? mentions(text, 'previewAt') : query.previewAt !== undefined;
  if (namesPreview && !mayPreview) return problems.previewDenied;
  if (query === undefined || undecoded.length > 0)
    return invalidParameters([...undecodedFaults(undecoded), ...faults]);
  const { previewAt = now } = query;
  // The clock may have been set back since the last change.
  const first = Math.min(now, knownSince);
  if (previewAt >= first) return query;
  return invalidParameters([
    { parameter: 'previewAt', message: `must be ${first} or later: what readers saw before is not kept` },
  ]);
}

/** Writes what the audience may see. A promise if that must be prepared first: then the request is tried again. */
function writeContent(
  writer: ByteWriter,
  space: Space | undefined,
  shelf: Shelf | undefined,
  route: ContentRoute,
  query: Query,
  audience: Audience,
  shared: RecordKey | undefined,
): FoundContent | RequestProblem | Promise<void> {
  if (space === undefined || shelf === undefined) return problems.scopeNotFound;
  const { projectId, spaceId } = space;
  const { instanceId, name = '' } = route;
  const { kind, single } = route.operation;
  const shelfName = { projectId, spaceId, kind, instanceId };
  const seen = { ...audience, previewAt: query.previewAt };
  if (single) {
    const only = shared && sharedId(writer, shared, space, route);
    if (shared !== undefined && only === undefined) return problems.itemNotFound;
    const item = writeNamedItem(writer, space, shelf, name, { ...seen, only });
    if (item === undefined) {
      const isIncomplete = shared?.kind === kind && isIncompleteDraft(shelf, shared.id, name);
      return isIncomplete ? problems.draftIncomplete : problems.itemNotFound;
    }
    return { surrogateKeys: keysOfItem(shelfName, item, name) };
  }
  const request = requestOf(space, query, seen);
  const preparing = prepareList(shelf, query, audience) ?? prepareFilter(shelf, request);
  if (preparing !== undefined) return preparing;
  const { areFiltersCached } = writeList(writer, space, shelf, request, query, seen);
  return { surrogateKeys: keysOfList(shelfName, query), isFilterCached: areFiltersCached };
}
