import type { PlacedRole, Project } from '@newsstand/contract/manage';
import { isAllowed } from '@newsstand/contract/manage/plain';
import { type Language, wordsOf } from '../../words/languages.ts';
import type { Grant } from './examples.ts';

/** The label of a grant. */
export function grantLabel({ projectId, spaceId, instanceId }: Grant, language: Language): string {
  const texts = wordsOf(language).grants;
  if (spaceId === undefined) return texts.project(projectId);
  if (instanceId === undefined) return texts.space(projectId, spaceId);
  return texts.instance(projectId, spaceId, instanceId);
}

/** Whether a grant covers everything that another one does. */
export function covers(one: Grant, other: Grant): boolean {
  if (one.projectId !== other.projectId) return false;
  if (one.spaceId === undefined) return true;
  if (one.spaceId !== other.spaceId) return false;
  return one.instanceId === undefined || one.instanceId === other.instanceId;
}

/** Adds a grant, and drops those that it covers. */
export function withGrant(grants: readonly Grant[], grant: Grant): readonly Grant[] {
  return [...grants.filter((each) => !covers(grant, each)), grant];
}

/** Removes a grant. */
export function withoutGrant(grants: readonly Grant[], grant: Grant): readonly Grant[] {
  return grants.filter((each) => !(covers(each, grant) && covers(grant, each)));
}

/** Something that can be granted, and what it contains. */
export type Grantable = {
  readonly grant: Grant;
  readonly name: string;
  /** The apps of an instance: news and banners with the same ID are granted together. */
  readonly apps: readonly ('news' | 'banner')[];
  readonly inner: readonly Grantable[];
};

/** What an owner can grant: the places that they own, with everything in them. */
export function ownedGrantables(
  projects: readonly Project[],
  roles: readonly PlacedRole[],
): readonly Grantable[] {
  const owned = (branch: Grantable): readonly Grantable[] => {
    if (isAllowed(roles, 'owner', branch.grant)) return [branch];
    return branch.inner.flatMap(owned).map((each) => ({ ...each, name: `${branch.name} › ${each.name}` }));
  };
  return grantables(projects).flatMap(owned);
}

/** Everything that can be granted: projects, their spaces and the spaces' instances. */
function grantables(projects: readonly Project[]): readonly Grantable[] {
  return projects.map(({ projectId, spaces }) => ({
    ...{ grant: { projectId }, name: projectId, apps: [] },
    inner: spaces.map(({ spaceId, instances }) => ({
      ...{ grant: { projectId, spaceId }, name: spaceId, apps: [] },
      inner: [...new Set(instances.map(({ instanceId }) => instanceId))].map((instanceId) => ({
        ...{ grant: { projectId, spaceId, instanceId }, name: instanceId, inner: [] },
        apps: instances.filter((each) => each.instanceId === instanceId).map(({ app }) => app),
      })),
    })),
  }));
}
