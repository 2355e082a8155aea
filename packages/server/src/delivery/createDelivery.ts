import { limits, mentions } from '@newsstand/contract';
import type { Catalogue } from '../catalogue/Catalogue.ts';
import { RecentMap } from '../catalogue/RecentMap.ts';
import type { Logger } from '../log.ts';
import type { Credential } from '../store/Credential.ts';
import { type CacheSettings, cacheControl, notKept } from './cacheControl.ts';
import { type CorsOrigins, corsHeaders, preflightHeaders } from './cors.ts';
import { findAnswer } from './findAnswer.ts';
import { identify } from './identify.ts';
import { isGranted } from './isGranted.ts';
import { KeptAnswer } from './KeptAnswer.ts';
import type { Meter } from './Meter.ts';
import { openPages } from './openPages.ts';
import type { RateLimiter } from './RateLimiter.ts';
import { type Refusal, type Reply, refusalReply, varies } from './Reply.ts';
import { allowedMethods, refusals } from './refusals.ts';
import { createRequestIds } from './requestIds.ts';
import { requestTarget } from './requestTarget.ts';
import { type Route, route } from './route.ts';

/** What the public listener needs. */
export type DeliveryOptions = {
  readonly catalogue: Catalogue;
  readonly settings: CacheSettings & { readonly publicUrl: string; readonly corsOrigins: CorsOrigins };
  readonly now: () => number;
  readonly log: Logger;
  /** Whether each request is told to the log. Where it is not, none of that is worked out. */
  readonly logsRequests: boolean;
  readonly meter: Meter;
  readonly limiter: RateLimiter | undefined;
  readonly ready: () => boolean;
};

/** One request on its way to an answer. */
type Exchange = {
  readonly request: Request;
  readonly requestId: string;
  /** For logs and metrics, as far as they are known. */
  operation: string;
  key: string | undefined;
};

/** What answers that are kept may take together. */
const keptBytes = 64 * 1024 * 1024;

/** Makes the function that answers every request of the public listener. */
export function createDelivery(options: DeliveryOptions): (request: Request) => Response {
  const { catalogue, settings, log, meter, limiter } = options;
  const requestIds = createRequestIds();
  const pages = openPages(settings.publicUrl, options.ready);
  /** Answers to what is asked again and again, by URL. */
  const answers = new RecentMap<KeptAnswer>(
    () => keptBytes,
    (answer) => answer.weight,
  );

  return (request) => {
    const startedAt = performance.now();
    const requestId = requestIds(request.headers.get('x-request-id'));
    const exchange: Exchange = { request, requestId, operation: 'none', key: undefined };
    const { status, headers, body } = replyTo(exchange);
    const response = new Response(body, { status, headers: finished(headers, exchange) });
    account(exchange, status, performance.now() - startedAt);
    return response;
  };

  function replyTo(exchange: Exchange): Reply {
    try {
      const outcome = respond(exchange);
      return 'code' in outcome ? refusalReply(outcome, exchange.requestId) : outcome;
    } catch (error) {
      log.error({ requestId: exchange.requestId, err: error }, 'a request failed');
      return refusalReply(refusals.serverError, exchange.requestId);
    }
  }

  /** Checks in the order that the interface sets: path, method, credentials, grant, parameters, resource. */
  function respond(exchange: Exchange): Reply | Refusal {
    const { request } = exchange;
    // A URL that was answered before needs not be read again.
    const kept = answers.get(request.url);
    const asked = kept?.asked ?? readPath(request.url);
    if ('code' in asked) return asked;
    if (request.method === 'OPTIONS') return preflight(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusals.methodNotAllowed;
    if (typeof asked === 'function') return asked();
    exchange.operation = asked.operation.name;
    const now = options.now();
    const credential = identify(request.headers, catalogue, now);
    if ('code' in credential) return credential;
    exchange.key = credential.key;
    return limited(credential, now, () => deliver(request, credential, asked, kept, now));
  }

  function readPath(url: string): Route | (() => Reply | Refusal) | Refusal {
    const { path, whole } = requestTarget(url);
    if (whole.length > limits.urlBytes) return refusals.urlTooLong;
    return pages.get(path) ?? route(path) ?? refusals.unknownPath;
  }

  function preflight(request: Request): Reply {
    const cors = preflightHeaders(settings.corsOrigins, request.headers.get('origin'));
    return {
      status: 204,
      headers: new Headers({ allow: allowedMethods, vary: varies, ...cors }),
      body: null,
    };
  }

  function limited(credential: Credential, now: number, go: () => Reply | Refusal): Reply | Refusal {
    if (limiter === undefined) return go();
    const allowance = limiter.take(credential.key, now);
    const outcome: Reply | Refusal = allowance.allowed ? go() : refusals.rateLimited;
    const headers = limiter.headers(allowance);
    return 'code' in outcome
      ? { ...outcome, headers: { ...outcome.headers, ...headers } }
      : { ...outcome, headers: extended(outcome.headers, headers) };
  }

  function deliver(
    request: Request,
    { grants, preview }: Credential,
    asked: Route,
    kept: KeptAnswer | undefined,
    now: number,
  ): Reply | Refusal {
    if (!isGranted(grants, asked)) return refusals.accessDenied;
    const version = catalogue.space(asked.projectId ?? '', asked.spaceId ?? '')?.version ?? 0;
    const isHit = !preview && kept?.isRight(version, now) === true;
    meter.cache('response', isHit);
    if (isHit) return kept.reply(request.headers, cacheControl(settings, now, kept.until));
    const { query } = requestTarget(request.url);
    if (!preview && mentions(query, 'previewAt')) return refusals.previewDenied;
    const answer = findAnswer(catalogue, asked, query, { now, preview });
    if ('code' in answer) return answer;
    if (answer.viewCached !== undefined) meter.cache('view', answer.viewCached);
    const fresh = new KeptAnswer(asked, answer, version);
    if (preview) return fresh.reply(request.headers, notKept);
    answers.set(request.url, fresh);
    return fresh.reply(request.headers, cacheControl(settings, now, fresh.until));
  }

  /** Puts in what is another for each request. Headers of a kept answer are used again: they get nothing else. */
  function finished(headers: Headers, { request, requestId }: Exchange): Headers {
    const origin = request.headers.get('origin');
    const more = origin === null ? undefined : corsHeaders(settings.corsOrigins, origin);
    // A reader that stays connected would not notice that the service is going away.
    const last = options.ready() ? more : { ...more, connection: 'close' };
    const own = last === undefined ? headers : extended(headers, last);
    own.set('x-request-id', requestId);
    return own;
  }

  /** The query is left out of the log: what people search for is nobody's business. */
  function account(
    { request, requestId, operation, key }: Exchange,
    status: number,
    milliseconds: number,
  ): void {
    meter.request(operation, status, milliseconds / 1000);
    if (!options.logsRequests) return;
    const path = requestTarget(request.url).path.slice(0, 256);
    const ms = Math.round(milliseconds * 1000) / 1000;
    log.info({ requestId, method: request.method, path, operation, key, status, ms }, 'request');
  }
}

/** A copy of some headers, and more. */
function extended(headers: Headers, more: Readonly<Record<string, string>>): Headers {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(more)) all.set(name, value);
  return all;
}
