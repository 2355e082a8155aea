import type { Kind } from '@newsstand/contract';
import type { Project } from '@newsstand/contract/manage';
import { isAppKind, type Operation, operations, type ParameterName } from '@newsstand/contract/plain';
import type { SpacePlace } from '../../api/places.ts';

/** The values of query parameters, as they stand in a URL; what is not given is not there. */
type Values = { readonly [Name in ParameterName]?: string };

/** A request to the public interface, as it is being put together. */
export type ExplorerRequest = SpacePlace & {
  readonly operation: Operation;
  /** News and banners only. */
  readonly instanceId: string;
  /** The ID or alias of the one that is asked for; single items only. */
  readonly id: string;
  readonly values: Values;
};

/** The request that an address names. What it names wrongly is as if it were not there. */
export function readRequest(
  params: URLSearchParams,
  projects: readonly Project[],
  usual: SpacePlace | undefined,
): ExplorerRequest {
  const operation = operations.find(({ name }) => name === params.get('operation')) ?? firstOperation;
  const place = {
    projectId: params.get('projectId') ?? usual?.projectId ?? '',
    spaceId: params.get('spaceId') ?? usual?.spaceId ?? '',
    instanceId: params.get('instanceId') ?? '',
  };
  return {
    operation,
    ...knownPlace(operation.kind, place, projects),
    id: operation.single ? (params.get('id') ?? '') : '',
    values: valuesOf(operation, (name) => params.get(name) ?? ''),
  };
}

const firstOperation: Operation = operations.find(({ name }) => name === 'listNews') ?? failed();

function failed(): never {
  throw new Error('the interface has no list of news');
}

/** The request as it stands in an address of the console. */
export function writeRequest({ operation, id, values, ...place }: ExplorerRequest): URLSearchParams {
  const params = new URLSearchParams({ operation: operation.name });
  const { projectId, spaceId, instanceId } = place;
  for (const [name, value] of Object.entries({ projectId, spaceId, instanceId, id, ...values }))
    if (value !== '') params.set(name, value);
  return params;
}

/** The same request to another operation, or elsewhere: what does not fit there is left out. */
export function askElsewhere(
  request: ExplorerRequest,
  change: Partial<ExplorerRequest>,
  projects: readonly Project[],
): ExplorerRequest {
  return readRequest(writeRequest({ ...request, ...change }), projects, undefined);
}

/** The same request with another value of a parameter; an empty one takes it away. */
export function withValue(request: ExplorerRequest, name: ParameterName, value: string): ExplorerRequest {
  const values = valuesOf(request.operation, (each) =>
    each === name ? value : (request.values[each] ?? ''),
  );
  return { ...request, values };
}

/** Whether all is there that a URL needs. */
export function canBeAsked({ operation, projectId, spaceId, instanceId, id }: ExplorerRequest): boolean {
  const isPlaced = projectId !== '' && spaceId !== '' && (!isAppKind(operation.kind) || instanceId !== '');
  return isPlaced && (!operation.single || !/^\.{0,2}$/.test(id));
}

function valuesOf(operation: Operation, textOf: (name: ParameterName) => string): Values {
  const entries = operation.parameters.map((name) => [name, textOf(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

type Place = Pick<ExplorerRequest, 'projectId' | 'spaceId' | 'instanceId'>;

function knownPlace(kind: Kind, place: Place, projects: readonly Project[]): Place {
  const project = projects.find(({ projectId }) => projectId === place.projectId) ?? projects[0];
  const space = project?.spaces.find(({ spaceId }) => spaceId === place.spaceId) ?? project?.spaces[0];
  const instances = space?.instances.filter(({ app }) => app === kind) ?? [];
  const instance = instances.find(({ instanceId }) => instanceId === place.instanceId) ?? instances[0];
  return {
    projectId: project?.projectId ?? '',
    spaceId: space?.spaceId ?? '',
    instanceId: instance?.instanceId ?? '',
  };
}

/** The path and query of a request, as they are sent. */
export function requestPath({ operation, id, values, ...place }: ExplorerRequest): string {
  const { projectId, spaceId, instanceId } = place;
  const names = new Map(Object.entries({ projectId, spaceId, instanceId }));
  // Whatever else stands in braces names the item.
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encode(names.get(name) ?? id));
  const query = Object.entries(values).map(([name, value]) => `${name}=${encode(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Percent-encoded, but for what is plain in a URL; a quote would end the text that a shell or a program has it in. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll("'", '%27');
}
