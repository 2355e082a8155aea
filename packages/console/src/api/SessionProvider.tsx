import { Center } from '@mantine/core';
import type { Place, PlacedRole, Project, Role, SessionView } from '@newsstand/contract/manage';
import { everyProject, isAllowed, isAllowedInPart } from '@newsstand/contract/manage/plain';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { ErrorAlert } from '../parts/ErrorAlert.tsx';
import { ShellSkeleton } from '../parts/Skeletons.tsx';
import { isProjects, isSession } from './checks.ts';
import type { Space } from './paths.ts';
import { fetchJson } from './request.ts';
import { leaveToAnother } from './signedOut.ts';

type SessionValue = { readonly session: SessionView; readonly projects: readonly Project[] };

const SessionContext = createContext<SessionValue | undefined>(undefined);

/** Waits for the session and the projects to load. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const session = useQuery({ queryKey: ['session'], queryFn: () => fetchJson('/session', isSession) });
  const projects = useQuery({ queryKey: ['projects'], queryFn: () => fetchJson('/projects', isProjects) });
  const error = session.error ?? projects.error;
  const operatorId = session.data?.operator.operatorId;
  const first = useRef(operatorId);
  first.current ??= operatorId;
  // Somebody else has signed in, in another window.
  const isAnother = operatorId !== first.current;
  useEffect(() => {
    if (isAnother) leaveToAnother();
  }, [isAnother]);
  if (session.data !== undefined && projects.data !== undefined) {
    return (
      <SessionContext value={{ session: session.data, projects: projects.data }}>{children}</SessionContext>
    );
  }
  return error === null ? (
    <ShellSkeleton />
  ) : (
    <Center mih="100vh">
      <ErrorAlert error={error} onRetry={() => location.reload()} />
    </Center>
  );
}

function useSessionContext(): SessionValue {
  const context = useContext(SessionContext);
  if (context === undefined) throw new Error('no session is loaded');
  return context;
}

/** The operator who is signed in, and the service. */
export function useSession(): SessionView {
  return useSessionContext().session;
}

/** The projects that the operator may see, with their spaces and instances. */
export function useProjects(): readonly Project[] {
  return useSessionContext().projects;
}

/** What a project, space or instance is called: its name, or else its ID. */
export function usePlaceName(): (place: Place) => string {
  const projects = useProjects();
  return ({ projectId, spaceId, instanceId }) => {
    const project = projects.find((each) => each.projectId === projectId);
    if (spaceId === undefined) return project?.name ?? projectId;
    const space = project?.spaces.find((each) => each.spaceId === spaceId);
    if (instanceId === undefined) return space?.name ?? spaceId;
    return space?.instances.find((each) => each.instanceId === instanceId)?.name ?? instanceId;
  };
}

/** What an instance is called, with its space and project. */
export function usePathName(): (instance: Required<Place>) => string {
  const name = usePlaceName();
  return ({ projectId, spaceId, instanceId }) =>
    [{ projectId }, { projectId, spaceId }, { projectId, spaceId, instanceId }].map(name).join(' / ');
}

/** Whether the operator has a role in the whole of a place, or in all projects if none is given. */
export function useIsAllowed(role: Role, place?: Place): boolean {
  return isAllowed(useSessionContext().session.operator.roles, role, place);
}

/** Whether the operator has a role in the whole of a space, and not only in the instance that is looked at. */
export function useIsAllowedInSpace(role: Role, { projectId, spaceId }: Space): boolean {
  return useIsAllowed(role, { projectId, spaceId });
}

/** Whether the operator has a role in a space or in some instance of it. */
export function useIsAllowedInPart(role: Role, { projectId, spaceId }: Space): boolean {
  return isAllowedInPart(useSessionContext().session.operator.roles, role, { projectId, spaceId });
}

/** All places in which the operator has a role: all projects, projects, spaces and instances. */
export function usePlaces(role: Role): readonly Place[] {
  const { session, projects } = useSessionContext();
  const places: readonly Place[] = [
    { projectId: everyProject },
    ...projects.flatMap(({ projectId, spaces }) => [
      { projectId },
      ...spaces.flatMap(({ spaceId, instances }) => [
        { projectId, spaceId },
        ...[...new Set(instances.map(({ instanceId }) => instanceId))].map((instanceId) => ({
          ...{ projectId, spaceId, instanceId },
        })),
      ]),
    ]),
  ];
  return places.filter((place) => isAllowed(session.operator.roles, role, place));
}

/** Whether a role is that of an owner of a whole project, who reads its audit log. */
export function isProjectOwner({ role, spaceId }: PlacedRole): boolean {
  return role === 'owner' && spaceId === undefined;
}
