import { useParams } from 'wouter';
import { type ItemShelf, spacePath } from '../../api/places.ts';
import { useProjects } from '../../api/SessionProvider.tsx';

/** The instance that the address names; undefined where there is none. */
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

/** The address of a list in the console. */
export function listHref(shelf: ItemShelf): string {
  return `${spacePath(shelf)}/${shelf.kind}/${encodeURIComponent(shelf.instanceId)}`;
}

/** The address of an item's editor in the console. */
export function editorHref(shelf: ItemShelf, contentId: string): string {
  return `${listHref(shelf)}/items/${encodeURIComponent(contentId)}`;
}
