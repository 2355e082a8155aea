import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { SpacePlace } from '../api/places.ts';
import { useProjects } from '../api/SessionProvider.tsx';

const storageName = 'newsstand-space';

/** The space that the address names, or the one that was looked at last, or the first. */
export function useSpace(): SpacePlace | undefined {
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

/** What an address says; what is not written right says itself, and names nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
