import { kinds, type Operation, operations } from '@newsstand/contract';

/** What a path asks for. A part that is no valid percent-encoded UTF-8 is undefined. */
export type Route = {
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

type Pattern = { readonly operation: Operation; readonly parts: readonly string[] };

/** The paths of the operations by their number of parts: `{name}` stands for anything. */
const patterns = Map.groupBy(
  operations.map((operation): Pattern => ({ operation, parts: operation.path.split('/') })),
  ({ parts }) => parts.length,
);

const known = new Map<string, Route>();
const mostKnown = 1024;

/** Finds the operation of a path. Most requests go to a few paths, which are remembered. */
export function route(path: string): Route | undefined {
  if (!path.startsWith('/static/projects/')) return undefined;
  const kept = known.get(path);
  if (kept !== undefined) return kept;
  const found = findRoute(path.split('/'));
  if (found === undefined) return undefined;
  if (known.size >= mostKnown) known.clear();
  known.set(path, found);
  return found;
}

function findRoute(parts: readonly string[]): Route | undefined {
  const pattern = patterns.get(parts.length)?.find((candidate) => fits(candidate, parts));
  if (pattern === undefined) return undefined;
  const { operation } = pattern;
  const { app } = kinds[operation.kind];
  return {
    operation,
    projectId: decode(parts[3]),
    spaceId: decode(parts[5]),
    instanceId: app ? decode(parts[8]) : undefined,
    name: operation.single ? decode(parts.at(-1)) : undefined,
    undecoded: pattern.parts.flatMap((part, index) =>
      part.startsWith('{') && decode(parts[index]) === undefined ? part.slice(1, -1) : [],
    ),
  };
}

function fits(pattern: Pattern, parts: readonly string[]): boolean {
  return pattern.parts.every((part, index) =>
    part.startsWith('{') ? parts[index] !== '' : part === parts[index],
  );
}

function decode(part = ''): string | undefined {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
