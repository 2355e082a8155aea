import { isId, limits } from '@newsstand/contract';
import type { Command } from 'commander';
import type { Grant } from '../store/Credential.ts';
import type { Scope, Store } from '../store/Store.ts';
import { Failure } from './Failure.ts';
import { textOption } from './options.ts';

/** A project, a space of it, and an instance of that: each requires the one before. */
type Place = {
  readonly project: string | undefined;
  readonly space: string | undefined;
  readonly instance: string | undefined;
};

/** What `--project`, `--space` and `--instance` say together. */
export function readPlace(command: Command): Place {
  const [project, space, instance] = [
    textOption(command, 'project'),
    textOption(command, 'space'),
    textOption(command, 'instance'),
  ];
  if (instance !== undefined && space === undefined) throw new Failure('--instance needs --space', 2);
  if (space !== undefined && project === undefined) throw new Failure('--space needs --project', 2);
  checkId('--project', project);
  checkId('--space', space);
  checkId('--instance', instance);
  return { project, space, instance };
}

/** A typo in a name must not look like an empty place. */
export async function checkExists(store: Store, { projectId, spaceId, instanceId }: Scope): Promise<void> {
  if (projectId === undefined) return;
  const places = await store.read((reader) =>
    instanceId === undefined ? reader.spaces() : reader.instances(),
  );
  const wanted = formatGrant({ projectId, spaceId, instanceId });
  if (places.some((place) => `${formatGrant(place)}/`.startsWith(`${wanted}/`))) return;
  throw new Failure(`there is no ${wanted}; newsstand status shows what there is`);
}

/** Reads a grant written as `project`, `project/space` or `project/space/instance`. */
export function parseGrant(text: string, label = `--grant ${text}`): Grant {
  const [projectId = '', spaceId, instanceId, ...rest] = text.split('/');
  if (rest.length > 0) {
    throw new Failure(`${label}: must be project, project/space or project/space/instance`, 2);
  }
  for (const id of [projectId, spaceId, instanceId]) checkId(`${label}: each part`, id);
  return grantOf(projectId, spaceId, instanceId);
}

/** Creates a grant without empty members. */
export function grantOf(
  projectId: string,
  spaceId: string | undefined,
  instanceId: string | undefined,
): Grant {
  return {
    projectId,
    ...(spaceId === undefined ? {} : { spaceId }),
    ...(instanceId === undefined ? {} : { instanceId }),
  };
}

/** Formats a grant as the command line accepts it. */
export function formatGrant({ projectId, spaceId, instanceId }: Grant): string {
  return [projectId, spaceId, instanceId].filter((part) => part !== undefined).join('/');
}

/** Checks an ID that an option gives. */
export function checkId(name: string, id: string | undefined): void {
  if (id === undefined || isId(id)) return;
  throw new Failure(`${name} must be 1 to ${limits.idCharacters} characters of A-Z a-z 0-9 . _ ~ -`, 2);
}
