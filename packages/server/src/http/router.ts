/** The path and the query of a request, as they were sent, and both together. */
export type RequestTarget = { readonly path: string; readonly query: string; readonly url: string };

/** Splits a request target, or the URL that a runtime makes of one. */
export function requestTarget(url: string): RequestTarget {
  // Where the Host header is missing or broken the runtime gives the bare target.
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

/** Decodes a parameter of a path; undefined where it is not valid percent-encoded UTF-8. */
export function decodeParameter(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
