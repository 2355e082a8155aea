import { isId } from '@newsstand/contract';
import { type ManageRoute, manageRoutes, operatorId } from '@newsstand/contract/manage';

/** Where a request belongs: to a route, to a path that takes other methods, or to nothing. */
export type Found =
  | { readonly type: 'route'; readonly route: ManageRoute; readonly params: Readonly<Record<string, string>> }
  | { readonly type: 'methods'; readonly allow: readonly string[] }
  | { readonly type: 'nothing' };

type Pattern = { readonly route: ManageRoute; readonly parts: readonly string[] };

/** By the number of their parts: only those of the right length are looked at. */
const patterns = Map.groupBy(
  manageRoutes.map((route): Pattern => ({ route, parts: route.path.slice(1).split('/') })),
  ({ parts }) => parts.length,
);

/** Finds the route of a path below the root. HEAD is answered where GET is. */
export function findRoute(method: string, path: string): Found {
  const parts = path.slice(1).split('/');
  const matches = (patterns.get(parts.length) ?? []).flatMap((pattern) => {
    const params = paramsOf(pattern.parts, parts);
    return params === undefined ? [] : [{ route: pattern.route, params }];
  });
  if (matches.length === 0) return { type: 'nothing' };
  const match =
    matches.find(({ route }) => route.method === method) ??
    matches.find(({ route }) => method === 'HEAD' && route.method === 'GET');
  return match ? { type: 'route', ...match } : { type: 'methods', allow: methodsOf(matches) };
}

function methodsOf(matches: readonly { readonly route: ManageRoute }[]): readonly string[] {
  const methods = matches.map(({ route }) => route.method);
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)];
}

/** The parameters of a path that fits a pattern; undefined where it does not. */
function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const given = parts[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== given) return undefined;
      continue;
    }
    const name = part.slice(1, -1);
    const value = readParam(name, given);
    if (value === undefined) return undefined;
    params[name] = value;
  }
  return params;
}

/** What is no ID, names nothing: as a path that nobody knows. */
function readParam(name: string, given: string): string | undefined {
  const text = decoded(given);
  if (text === undefined) return undefined;
  if (name === 'operatorId') return operatorId.safeParse(text).data;
  if (name === 'app') return text === 'news' || text === 'banner' ? text : undefined;
  if (name === 'version') return /^[1-9]\d{0,8}$/.test(text) ? text : undefined;
  return isId(text) ? text : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
