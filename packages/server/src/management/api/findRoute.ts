import { isAppKind, isId } from '@newsstand/contract';
import { type ManageRoute, manageRoutes, operatorId } from '@newsstand/contract/manage';
import { createRouter, decodePercent } from '../../http/request.ts';

/** The match of a request: a route, a path with other methods, or nothing. */
export type Found =
  | { readonly type: 'route'; readonly route: ManageRoute; readonly params: Readonly<Record<string, string>> }
  | { readonly type: 'methods'; readonly allow: readonly string[] }
  | { readonly type: 'nothing' };

const router = createRouter(manageRoutes);

/** Finds the route of a path below the root. HEAD is supported wherever GET is. */
export function findRoute(method: string, path: string): Found {
  const matches = router(path).flatMap(({ route, parameters }) => {
    const params = readParams(parameters);
    return params === undefined ? [] : [{ route, params }];
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

/** The checked parameters of a path; undefined if one of them is invalid. */
function readParams(sent: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [name, given] of Object.entries(sent)) {
    const value = readParam(name, given);
    if (value === undefined) return undefined;
    params[name] = value;
  }
  return params;
}

/** An invalid ID is treated as an unknown path. */
function readParam(name: string, given: string): string | undefined {
  const text = decodePercent(given);
  if (text === undefined) return undefined;
  if (name === 'operatorId') return operatorId.safeParse(text).data;
  if (name === 'app') return isAppKind(text) ? text : undefined;
  if (name === 'version') return /^[1-9]\d{0,8}$/.test(text) ? text : undefined;
  return isId(text) ? text : undefined;
}
