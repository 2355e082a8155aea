import type { Kind } from '@newsstand/contract';
import type { Project } from '@newsstand/contract/manage';
import { isAppKind, type Operation, operations, type ParameterName } from '@newsstand/contract/plain';
import type { Space } from '../../api/paths.ts';

/** The values of query parameters, as in a URL; those not given are missing. */
type Values = { readonly [Name in ParameterName]?: string };

/** A request to the public interface while it is being built. */
export type ExplorerRequest = Space & {
  readonly operation: Operation;
  /** News and banners only. */
  readonly instanceId: string;
  /** The ID or alias of the requested item; single items only. */
  readonly id: string;
  readonly values: Values;
};

/** The request in the current address. Invalid parts are ignored. */
export function readRequest(
  params: URLSearchParams,
  projects: readonly Project[],
  fallback: Space | undefined,
): ExplorerRequest {
  const operation = operations.find(({ name }) => name === params.get('operation')) ?? firstOperation;
  const scope = {
    projectId: params.get('projectId') ?? fallback?.projectId ?? '',
    spaceId: params.get('spaceId') ?? fallback?.spaceId ?? '',
    instanceId: params.get('instanceId') ?? '',
  };
  return {
    operation,
    ...resolveScope(operation.kind, scope, projects),
    id: operation.single ? (params.get('id') ?? '') : '',
    values: valuesOf(operation, (name) => params.get(name) ?? ''),
  };
}

const firstOperation: Operation = operations.find(({ name }) => name === 'listNews') ?? failed();

function failed(): never {
  throw new Error('the interface has no list of news');
}

/** The request as the query of a console address. */
export function writeRequest({ operation, id, values, ...scope }: ExplorerRequest): URLSearchParams {
  const params = new URLSearchParams({ operation: operation.name });
  const { projectId, spaceId, instanceId } = scope;
  for (const [name, value] of Object.entries({ projectId, spaceId, instanceId, id, ...values }))
    if (value !== '') params.set(name, value);
  return params;
}

/** The same request for another operation or another place; whatever does not apply there is dropped. */
export function retarget(
  request: ExplorerRequest,
  change: Partial<ExplorerRequest>,
  projects: readonly Project[],
): ExplorerRequest {
  return readRequest(writeRequest({ ...request, ...change }), projects, undefined);
}

/** The same request with another value for a parameter; an empty value removes it. */
export function withValue(request: ExplorerRequest, name: ParameterName, value: string): ExplorerRequest {
  const values = valuesOf(request.operation, (each) =>
    each === name ? value : (request.values[each] ?? ''),
  );
  return { ...request, values };
}

/** Whether the request has everything that its URL needs. */
export function isComplete({ operation, projectId, spaceId, instanceId, id }: ExplorerRequest): boolean {
  const isPlaced = projectId !== '' && spaceId !== '' && (!isAppKind(operation.kind) || instanceId !== '');
  return isPlaced && (!operation.single || !/^\.{0,2}$/.test(id));
}

function valuesOf(operation: Operation, textOf: (name: ParameterName) => string): Values {
  const entries = operation.parameters.map((name) => [name, textOf(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

type Scope = Pick<ExplorerRequest, 'projectId' | 'spaceId' | 'instanceId'>;

function resolveScope(kind: Kind, scope: Scope, projects: readonly Project[]): Scope {
  const project = projects.find(({ projectId }) => projectId === scope.projectId) ?? projects[0];
  const space = project?.spaces.find(({ spaceId }) => spaceId === scope.spaceId) ?? project?.spaces[0];
  const instances = space?.instances.filter(({ app }) => app === kind) ?? [];
  const instance = instances.find(({ instanceId }) => instanceId === scope.instanceId) ?? instances[0];
  return {
    projectId: project?.projectId ?? '',
    spaceId: space?.spaceId ?? '',
    instanceId: instance?.instanceId ?? '',
  };
}

/** The path and query of a request, as they are sent. */
export function requestPath({ operation, id, values, ...scope }: ExplorerRequest): string {
  const { projectId, spaceId, instanceId } = scope;
  const names = new Map(Object.entries({ projectId, spaceId, instanceId }));
  // Any other name in braces is that of the item.
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encode(names.get(name) ?? id));
  const query = Object.entries(values).map(([name, value]) => `${name}=${encode(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/**
 * Percent-encoded, except what is harmless in a URL. Quotes are encoded, because the URL is quoted in shells and
 * programs.
 */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll("'", '%27');
}
