import { credentialHeaders, eventsPath, kinds, type Operation, operations } from '@newsstand/contract';
import { headerLines } from '../http/HttpResponse.ts';
import type { Header } from '../http/parseHead.ts';
import {
  createRouter,
  decodePercent,
  type Encoding,
  entityTagsIn,
  negotiateEncoding,
  requestTarget,
  validRequestId,
} from '../http/request.ts';
import type { MediaServer } from '../media/serve/createMediaServer.ts';
import type { MediaHandler } from '../media/serve/MediaResponse.ts';
import type { Credentials } from './authenticate.ts';
import { type CorsOrigins, corsHeaders } from './cors.ts';
import { problems, type RequestProblem } from './problems.ts';
import type { Page } from './publicPages.ts';

/** The headers of a request, whatever its URL. */
export type RequestHeaders = {
  readonly header: Header;
  readonly credentials: Credentials | undefined;
  readonly encoding: Encoding;
  /** The entity tags of the responses that the client holds. */
  readonly ifNoneMatch: readonly string[] | undefined;
  readonly origin: string | undefined;
  /** The header lines that let a page of that origin read the response. */
  readonly corsLines: string;
  readonly requestId: string | undefined;
  /** The position of the last event that the client has heard of. */
  readonly lastEventId: string | undefined;
};

/** The incomplete draft of the preview link that is sent. */
export type DraftRoute = { readonly isDraft: true };

/** A request to the public listener. The same head gives the same object, so it never changes. */
export type DeliveryRequest = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly path: string;
  readonly query: string;
  readonly route: ContentRoute | EventsRoute | DraftRoute | Page | MediaHandler | RequestProblem;
  /** For logs and metrics. */
  readonly operation: string;
  readonly headers: RequestHeaders;
  readonly corsLines: string;
};

/** The content that a path names. A part that is not valid percent-encoded UTF-8 is undefined. */
export type ContentRoute = {
  readonly operation: Operation;
  readonly projectId: string | undefined;
  readonly spaceId: string | undefined;
  /** News and banners only. */
  readonly instanceId: string | undefined;
  /** The ID or alias of a single item. */
  readonly name: string | undefined;
  /** The parameters of the path that are undefined for that reason. */
  readonly undecoded: readonly string[];
};

/** The space whose events are requested. A part that is not valid percent-encoded UTF-8 is undefined. */
export type EventsRoute = {
  readonly isEvents: true;
  readonly projectId: string | undefined;
  readonly spaceId: string | undefined;
  readonly undecoded: readonly string[];
};

/** Reads the headers of a request. */
export function readHeaders(header: Header, corsOrigins: CorsOrigins): RequestHeaders {
  const [key, secret] = [header(credentialHeaders.key), header(credentialHeaders.secret)];
  const [origin, ifNoneMatch] = [header('origin'), header('if-none-match')];
  return {
    header,
    credentials: key === undefined || secret === undefined ? undefined : { key, secret },
    encoding: negotiateEncoding(header('accept-encoding')),
    ifNoneMatch: ifNoneMatch === undefined ? undefined : entityTagsIn(ifNoneMatch),
    origin,
    corsLines: origin === undefined ? '' : headerLines(corsHeaders(corsOrigins, origin)),
    requestId: validRequestId(header('x-request-id')),
    lastEventId: header('last-event-id'),
  };
}

/** Where the preview page of the service reads an incomplete draft: no path of the interface delivers it. */
const draftPath = '/preview/draft';

/** Everything below this path is media. */
const mediaRoot = '/media/';

/** Media may be shown by any page. */
const mediaCorsLines = headerLines({ 'access-control-allow-origin': '*' });

/** Reads a request: finds what its path names. */
export function readRequest(
  method: string,
  target: string,
  headers: RequestHeaders,
  pages: ReadonlyMap<string, Page>,
  media: MediaServer,
): DeliveryRequest {
  const { path, query, url } = requestTarget(target);
  const isRead = method === 'GET' || method === 'HEAD';
  if (path.startsWith(mediaRoot)) {
    const route = media.read(path.slice(mediaRoot.length), { method, header: headers.header });
    const operation = isRead ? 'media' : 'none';
    return { method, url, path, query, route, operation, headers, corsLines: mediaCorsLines };
  }
  const content = findContentRoute(path) ?? findEventsRoute(path);
  const draft: DraftRoute | undefined = path === draftPath ? { isDraft: true } : undefined;
  const route = content ?? draft ?? pages.get(path) ?? (path === '*' ? unknownPath : problems.unknownPath);
  const name = content !== undefined && 'isEvents' in content ? 'subscribe' : content?.operation.name;
  const operation = isRead && name !== undefined ? name : 'none';
  return { method, url, path, query, route, operation, headers, corsLines: headers.corsLines };
}

/** Only OPTIONS may be about the service as a whole. */
function unknownPath(): RequestProblem {
  return problems.unknownPath;
}

const router = createRouter(operations);

/** The content that a path names; undefined if it names none. */
export function findContentRoute(path: string): ContentRoute | undefined {
  const [match] = router(path);
  if (match === undefined) return undefined;
  const { route: operation, parameters } = match;
  const { projectId = '', spaceId = '', instanceId = '' } = parameters;
  const { app, idField } = kinds[operation.kind];
  return {
    operation,
    projectId: decodePercent(projectId),
    spaceId: decodePercent(spaceId),
    instanceId: app ? decodePercent(instanceId) : undefined,
    name: operation.single ? decodePercent(parameters[idField] ?? '') : undefined,
    undecoded: !path.includes('%')
      ? []
      : operation.pathParameters.filter((name) => decodePercent(parameters[name] ?? '') === undefined),
  };
}

const eventsRouter = createRouter([{ path: eventsPath }]);

function findEventsRoute(path: string): EventsRoute | undefined {
  const [match] = eventsRouter(path);
  if (match === undefined) return undefined;
  const [projectId, spaceId] = [match.parameters['projectId'], match.parameters['spaceId']].map((part = '') =>
    decodePercent(part),
  );
  const undecoded = Object.entries({ projectId, spaceId }).flatMap(([name, part]) =>
    part === undefined ? [name] : [],
  );
  return { isEvents: true, projectId, spaceId, undecoded };
}
