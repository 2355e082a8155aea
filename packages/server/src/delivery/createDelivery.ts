import type { Catalogue } from '../catalogue/Catalogue.ts';
import type { Stretch } from '../catalogue/items/visibility.ts';
import { memoize } from '../concurrency/memoize.ts';
import type { Fault } from '../http/Connection.ts';
import type { RequestHead } from '../http/parseHead.ts';
import type { HeadPart, Reply } from '../http/Reply.ts';
import type { Logger } from '../log/createLog.ts';
import type { MediaServer } from '../media/serve/createMediaServer.ts';
import type { KeyUsage } from '../store/Admin.ts';
import type { Credential } from '../store/Credential.ts';
import { type Asked, createReading } from './Asked.ts';
import { type CorsOrigins, preflightHeaders } from './cors.ts';
import { type CacheSettings, createCaching } from './createCaching.ts';
import { createKeptAnswers } from './createKeptAnswers.ts';
import { createKeyUses } from './createKeyUses.ts';
import { findAnswer } from './findAnswer.ts';
import { headerLines, varies } from './headerLines.ts';
import { KeptAnswer } from './KeptAnswer.ts';
import type { Meter } from './Meter.ts';
import { openPages } from './openPages.ts';
import { type Proof, prove, provenAt } from './prove.ts';
import { readQuestion } from './Question.ts';
import type { RateLimiter } from './RateLimiter.ts';
import { type Refusal, refusalReply } from './Refusal.ts';
import { allowedMethods, faultRefusals, refusals } from './refusals.ts';
import { createRequestIds } from './requestIds.ts';
import type { Route } from './route.ts';

/** What the public listener needs. */
export type DeliveryOptions = {
  readonly catalogue: Catalogue;
  readonly media: MediaServer;
  readonly settings: CacheSettings & {
    readonly publicUrl: string;
    readonly corsOrigins: CorsOrigins;
    /** Whether this node holds a space; undefined where it holds everything. */
    readonly holds?: ((projectId: string, spaceId: string) => boolean) | undefined;
  };
  readonly now: () => number;
  readonly log: Logger;
  /** Whether each request is told to the log. Where it is not, none of that is worked out. */
  readonly logsRequests: boolean;
  readonly meter: Meter;
  readonly limiter: RateLimiter | undefined;
  readonly ready: () => boolean;
};

/** What the listener asks of the delivery. */
export type Delivery = {
  /** What the head of a request says, which is the same whenever it comes. */
  read(head: RequestHead): Asked;
  answer(asked: Asked): Reply | Promise<Reply>;
  /** Words what the listener turns down by itself. */
  refuse(fault: Fault, error?: unknown): Reply;
  /** How often keys were used since this was last asked. */
  drainUses(): readonly KeyUsage[];
};

type Outcome = Reply | Refusal | Promise<Reply | Refusal>;

/** What answers that are kept may take together. */
const keptBytes = 64 * 1024 * 1024;

const always: Stretch = { from: -Infinity, until: Infinity };

/** Makes what answers every request of the public listener. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { catalogue, settings, log, meter, limiter } = options;
  const nextId = createRequestIds();
  const cachingOf = createCaching(settings);
  const caching = (...about: Parameters<typeof cachingOf>) => recalledBytes(cachingOf(...about));
  const pages = openPages(settings.publicUrl, options.ready);
  const answers = createKeptAnswers(keptBytes);
  const uses = createKeyUses();

  function answer(asked: Asked): Reply | Promise<Reply> {
    const startedAt = performance.now();
    const requestId = asked.requestId ?? nextId();
    const outcome = attempt(asked, requestId);
    if (!(outcome instanceof Promise)) return finish(asked, requestId, startedAt, outcome);
    return outcome
      .catch((error) => failedReply(error, requestId))
      .then((later) => finish(asked, requestId, startedAt, later));
  }

  function attempt(asked: Asked, requestId: string): Outcome {
    try {
      return respond(asked);
    } catch (error) {
      return failedReply(error, requestId);
    }
  }

  function finish(asked: Asked, requestId: string, startedAt: number, outcome: Reply | Refusal): Reply {
    const {
      status,
      headers,
      body,
      isFleeting = false,
    } = 'code' in outcome ? refusalReply(outcome, requestId) : outcome;
    account(asked, requestId, status, performance.now() - startedAt);
    return {
      status,
      headers: [...partsOf(headers), asked.corsLines, ...idLine(requestId)],
      body,
      isFleeting,
    };
  }

  function failedReply(error: unknown, requestId: string): Reply {
    log.error({ requestId, err: error }, 'a request failed');
    return refusalReply(refusals.serverError, requestId);
  }

  /** Checks in the order that the interface sets: path, method, credentials, grant, node, parameters, resource. */
  function respond(asked: Asked): Outcome {
    const { found, method, key, secret } = asked;
    if ('code' in found) return found;
    if (method === 'OPTIONS') return preflight(asked);
    if (method !== 'GET' && method !== 'HEAD') return refusals.methodNotAllowed;
    if (typeof found === 'function') return found();
    if (key === undefined || secret === undefined) return refusals.credentialsMissing;
    const now = options.now();
    const credential = catalogue.credential(key);
    if (asked.proof === undefined || asked.proof.credential !== credential) {
      asked.proof = proofOf(asked, credential, secret, found);
    }
    const proven = provenAt(asked.proof, now);
    if (proven === undefined) return refusals.credentialsInvalid;
    asked.use ??= uses.of(proven.key);
    asked.use.requests++;
    asked.use.lastUsedAt = now;
    return limiter === undefined
      ? deliver(asked, found, proven, now)
      : limited(limiter, proven.key, now, () => deliver(asked, found, proven, now));
  }

  function preflight({ origin }: Asked): Reply {
    const cors = preflightHeaders(settings.corsOrigins, origin);
    return {
      status: 204,
      headers: headerLines({ allow: allowedMethods, vary: varies, ...cors }),
      body: undefined,
    };
  }

  function deliver(asked: Asked, route: Route, credential: Credential, now: number): Outcome {
    const { preview } = credential;
    const { proof } = asked;
    if (proof?.isGranted !== true) return refusals.accessDenied;
    const { projectId = '', spaceId = '' } = route;
    if (settings.holds?.(projectId, spaceId) === false) return refusals.misdirected;
    const space = catalogue.space(projectId, spaceId);
    const shelf = space?.shelf(route.operation.kind, route.instanceId);
    const version = space?.version ?? 0;
    const stretch = shelf?.stretchAt(now) ?? always;
    const kept = preview ? undefined : answers.get(asked.url);
    const isHit = kept?.isRight(version, stretch) === true;
    meter.cache('response', isHit);
    // The life of an answer is that of its whole shelf, whatever was asked.
    if (isHit) return kept.reply(asked, caching(now, stretch.until, credential, proof.until));
    asked.question ??= readQuestion(route, asked.query);
    const { namesPreview, query } = asked.question;
    if (!preview && namesPreview) return refusals.previewDenied;
    if ('code' in query) return query;
    const found = findAnswer(space, shelf, route, query, { now, preview });
    if (found instanceof Promise) return found.then(() => deliverLater(asked, route, credential));
    if ('code' in found) return found;
    const { viewCached } = found.answer;
    if (viewCached !== undefined) meter.cache('view', viewCached);
    // What is asked only once is not worth a copy.
    const isKept = !preview && (kept !== undefined || answers.wasAsked(asked.url));
    const fresh = new KeptAnswer(found, version, now, isKept);
    if (isKept) answers.set(asked.url, fresh);
    return fresh.reply(asked, caching(now, stretch.until, credential, proof.until));
  }

  /** After something was waited for. Others are answered meanwhile, so the bytes must be its own. */
  async function deliverLater(asked: Asked, route: Route, credential: Credential): Promise<Reply | Refusal> {
    const outcome = deliver(asked, route, credential, options.now());
    if (outcome instanceof Promise || 'code' in outcome || outcome.isFleeting !== true) return outcome;
    const { body } = outcome;
    return { ...outcome, body: body instanceof Uint8Array ? new Uint8Array(body) : body, isFleeting: false };
  }

  /** The query is left out of the log: what people search for is nobody's business. */
  function account(asked: Asked, requestId: string, status: number, milliseconds: number): void {
    const { method, operation } = asked;
    meter.request(operation, status, milliseconds / 1000);
    if (!options.logsRequests) return;
    const path = asked.path.slice(0, 256);
    const ms = Math.round(milliseconds * 1000) / 1000;
    // Whoever is not who they say is not named.
    const key = asked.proof === undefined || status === 401 ? undefined : asked.key;
    log.info({ requestId, method, path, operation, key, status, ms }, 'request');
  }

  function refuse(fault: Fault, error?: unknown): Reply {
    const requestId = nextId();
    const reply =
      fault === 'failed' ? failedReply(error, requestId) : refusalReply(faultRefusals[fault], requestId);
    meter.request('none', reply.status, 0);
    if (options.logsRequests)
      log.info({ requestId, operation: 'none', status: reply.status, fault }, 'request');
    return { ...reply, headers: [...partsOf(reply.headers), ...idLine(requestId)] };
  }

  return {
    read: createReading({ pages, media: options.media, corsOrigins: settings.corsOrigins }),
    answer,
    refuse,
    drainUses: uses.drain,
  };
}

/** Counts a request, and tells the reader where it stands. */
function limited(limiter: RateLimiter, key: string, now: number, go: () => Outcome): Outcome {
  const allowance = limiter.take(key, now);
  const outcome = allowance.allowed ? go() : refusals.rateLimited;
  const lines = headerLines(limiter.headers(allowance));
  return outcome instanceof Promise
    ? outcome.then((later) => withLines(later, lines))
    : withLines(outcome, lines);
}

/** The same as for the request before, where that came from the same reader and wanted the same. */
function proofOf({ reader }: Asked, credential: Credential | undefined, secret: string, route: Route): Proof {
  const proven = reader?.proven;
  if (proven?.route === route && proven.proof.credential === credential) return proven.proof;
  const proof = prove(credential, secret, route);
  if (reader !== undefined) reader.proven = { route, proof };
  return proof;
}

function withLines(outcome: Reply | Refusal, lines: string): Reply | Refusal {
  if ('code' in outcome) return { ...outcome, headers: (outcome.headers ?? '') + lines };
  return { ...outcome, headers: [...partsOf(outcome.headers), lines] };
}

function partsOf(headers: Reply['headers']): readonly HeadPart[] {
  return typeof headers === 'string' ? [headers] : headers;
}

function idLine(requestId: string): readonly HeadPart[] {
  return [idStart, requestId, '\r\n'];
}

/** Lines that are said again and again, as bytes. */
const recalledBytes = memoize((lines): HeadPart => Buffer.from(lines, 'latin1'), 1024);

const idStart = Buffer.from('x-request-id: ');
