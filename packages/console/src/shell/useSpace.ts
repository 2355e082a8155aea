import { useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import type { ItemShelf, Space } from '../api/paths.ts';
import { useProjects } from '../api/SessionProvider.tsx';

const storageName = 'newsstand-space';

/** The space in the address, or the last one that was opened, or the first. */
export function useSpace(): Space | undefined {
  const [location] = useLocation();
  const projects = useProjects();
  const all = projects.flatMap(({ projectId, spaces }) =>
    spaces.map(({ spaceId }) => ({ projectId, spaceId })),
  );
  const [, projectId, spaceId] = /^\/projects\/([^/]+)\/spaces\/([^/]+)/.exec(location)?.map(decoded) ?? [];
  const isNamed = projectId !== undefined && spaceId !== undefined;
  const name = isNamed ? `${projectId}/${spaceId}` : localStorage.getItem(storageName);
  useEffect(() => {
    if (isNamed) localStorage.setItem(storageName, `${projectId}/${spaceId}`);
  }, [isNamed, projectId, spaceId]);
  return all.find((space) => `${space.projectId}/${space.spaceId}` === name) ?? all[0];
}

/** Decodes a part of an address; an invalid one stays as it is, and matches nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The space that a page's address must name; undefined if there is none. */
export function useSpaceOfPage(): Space | undefined {
  const { projectId, spaceId } = useParams();
  const project = useProjects().find((each) => each.projectId === projectId);
  const space = project?.spaces.find((each) => each.spaceId === spaceId);
  return project && space && { projectId: project.projectId, spaceId: space.spaceId };
}

/** The instance in the address; undefined if there is none. */
export function useItemShelf(): ItemShelf | undefined {
  const { projectId, spaceId, app, instanceId } = useParams();
  const project = useProjects().find((each) => each.projectId === projectId);
  const space = project?.spaces.find((each) => each.spaceId === spaceId);
  const instance = space?.instances.find((each) => each.app === app && each.instanceId === instanceId);
  if (project === undefined || space === undefined || instance === undefined) return undefined;
  return {
    projectId: project.projectId,
    spaceId: space.spaceId,
    kind: instance.app,
    instanceId: instance.instanceId,
  };
}
