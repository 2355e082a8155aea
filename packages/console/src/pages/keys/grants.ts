import type { Project } from '@newsstand/contract/manage';
import { type Language, languages } from '../../words/languages.ts';
import type { Grant } from './examples.ts';

/** What a grant reaches, in words. */
export function grantInWords({ projectId, spaceId, instanceId }: Grant, language: Language): string {
  const texts = languages[language].grants;
  if (spaceId === undefined) return texts.project(projectId);
  if (instanceId === undefined) return texts.space(projectId, spaceId);
  return texts.instance(projectId, spaceId, instanceId);
}

/** Whether a grant reaches all that another one does. */
export function reaches(one: Grant, other: Grant): boolean {
  if (one.projectId !== other.projectId) return false;
  if (one.spaceId === undefined) return true;
  if (one.spaceId !== other.spaceId) return false;
  return one.instanceId === undefined || one.instanceId === other.instanceId;
}

/** The grants with one more; those that it reaches anyway are left out. */
export function withGrant(grants: readonly Grant[], grant: Grant): readonly Grant[] {
  return [...grants.filter((each) => !reaches(grant, each)), grant];
}

/** The grants without one. */
export function withoutGrant(grants: readonly Grant[], grant: Grant): readonly Grant[] {
  return grants.filter((each) => !(reaches(each, grant) && reaches(grant, each)));
}

/** Something that can be granted, and what is in it. */
export type Grantable = {
  readonly grant: Grant;
  readonly name: string;
  /** The apps of an instance: news and banners of one ID are granted together. */
  readonly apps: readonly ('news' | 'banner')[];
  readonly inner: readonly Grantable[];
};

/** All that can be granted in some projects: each as a whole, its spaces, their instances. */
export function grantables(projects: readonly Project[]): readonly Grantable[] {
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
