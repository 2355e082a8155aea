import { randomBytes } from 'node:crypto';

/** The path and the query of a request, as they were sent, and both together. */
export type RequestTarget = { readonly path: string; readonly query: string; readonly url: string };

/** Splits a request target, or the URL that a runtime makes of one. */
export function requestTarget(url: string): RequestTarget {
  // If the Host header is missing or broken, the runtime gives the bare target.
  const sent = url.startsWith('/') ? url : url.slice(url.indexOf('/', url.indexOf('//') + 2));
  const hash = sent.indexOf('#');
  const whole = hash < 0 ? sent : sent.slice(0, hash);
  const mark = whole.indexOf('?');
  if (mark < 0) return { path: whole, query: '', url: whole };
  return { path: whole.slice(0, mark), query: whole.slice(mark + 1), url: whole };
}

/** A route that a path matches, and the path's parameters as they were sent. */
export type RouteMatch<Route> = {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
};

/** Finds the routes that a path matches. */
export type Router<Route> = (path: string) => readonly RouteMatch<Route>[];

/** Makes a router from routes whose paths have parameters in braces, as in `/tags/{tagId}`. A parameter is never empty. */
export function createRouter<Route extends { readonly path: string }>(
  routes: readonly Route[],
): Router<Route> {
  const templates = Map.groupBy(
    routes.map((route) => ({ route, segments: route.path.split('/').map(readSegment) })),
    ({ segments }) => segments.length,
  );
  return (path) => {
    const sent = path.split('/');
    const matches: RouteMatch<Route>[] = [];
    for (const { route, segments } of templates.get(sent.length) ?? []) {
      const parameters = matchSegments(segments, sent);
      if (parameters !== undefined) matches.push({ route, parameters });
    }
    return matches;
  };
}

/** A segment of a path template: a text, or the name of a parameter. */
type Segment = { readonly text: string; readonly isParameter: boolean };

function readSegment(segment: string): Segment {
  const isParameter = segment.startsWith('{');
  return { text: isParameter ? segment.slice(1, -1) : segment, isParameter };
}

function matchSegments(
  segments: readonly Segment[],
  sent: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const parameters: Record<string, string> = {};
  for (let index = 0; index < segments.length; index++) {
    const given = sent[index] ?? '';
    const { text = '', isParameter = false } = segments[index] ?? {};
    if (isParameter ? given === '' : given !== text) return undefined;
    if (isParameter) parameters[text] = given;
  }
  return parameters;
}

/** Decodes percent-encoding; undefined if the text is not valid percent-encoded UTF-8. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Content codings that a response can have. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Chooses the content coding that the client's `Accept-Encoding` prefers. */
export function negotiateEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const br = weightOf('br');
  const gzip = weightOf('gzip');
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}

/** The entity tags that `If-None-Match` names, without quotes and whether weak or not; `*` stands for any. */
export function entityTagsIn(header: string): readonly string[] {
  if (header.trim() === '*') return ['*'];
  return header.split(',').flatMap((tag) => /^\s*(?:W\/)?"(.*)"\s*$/.exec(tag)?.[1] ?? []);
}

/** The request ID that the client sent, if it is safe to log and to send back. */
export function validRequestId(given: string | undefined): string | undefined {
  return given !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : undefined;
}

/** Makes a generator of request IDs. */
export function createRequestIds(): () => string {
  // A random prefix and a running number: unique, and far cheaper than randomness for each request.
  const prefix = randomBytes(9).toString('base64url');
  let number = 0;
  return () => `${prefix}-${(++number).toString(36)}`;
}
