import { type Kind, plainKinds } from './kinds.ts';
import { itemParameters, listParameters, type ParameterName } from './parameters.ts';

/** The headers that carry the credentials. */
export const credentialHeaders = { key: 'x-svc-ac-api-key', secret: 'x-svc-ac-api-secret' } as const;

/** One operation of the interface. */
export type Operation = {
  readonly name: OperationName;
  readonly kind: Kind;
  readonly single: boolean;
  /** The path, with its parameters in braces. */
  readonly path: string;
  /** The names in the braces, in their order. */
  readonly pathParameters: readonly string[];
  readonly summary: string;
  readonly parameters: readonly ParameterName[];
};

type NamesOf<Operations> = Operations[keyof Operations];

/** The stable name of an operation, in the OpenAPI document, logs and metrics. */
export type OperationName = { [K in Kind]: NamesOf<(typeof plainKinds)[K]['operations']> }[Kind];

/** All operations, in the order of the interface. */
export const operations: readonly Operation[] = Object.keys(plainKinds)
  .filter((name): name is Kind => Object.hasOwn(plainKinds, name))
  .flatMap(operationsOf);

function operationsOf(kind: Kind): readonly Operation[] {
  const { title, singular, app, idField, path, operations: names } = plainKinds[kind];
  const room = app ? `${kind}/instances/{instanceId}` : 'collection';
  const listPath = `/static/projects/{projectId}/spaces/{spaceId}/${room}/${path}`;
  const list: Operation = {
    name: names.list,
    kind,
    single: false,
    path: listPath,
    pathParameters: namesIn(listPath),
    summary: `List ${title}`,
    parameters: listParameters(kind),
  };
  if (!('get' in names)) return [list];
  const itemPath = `${listPath}/{${idField}}`;
  const get: Operation = {
    name: names.get,
    kind,
    single: true,
    path: itemPath,
    pathParameters: namesIn(itemPath),
    summary: `Get one ${singular}, by its ID or alias`,
    parameters: itemParameters,
  };
  return [list, get];
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
