import { Center, Loader } from '@mantine/core';
import type { Project, Role, SessionView } from '@newsstand/contract/manage';
import { isAllowed } from '@newsstand/contract/manage/plain';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { ErrorAlert } from '../parts/ErrorAlert.tsx';
import { isProjects, isSession } from './checks.ts';
import { fetchJson } from './request.ts';

type Known = { readonly session: SessionView; readonly projects: readonly Project[] };

const Current = createContext<Known | undefined>(undefined);

/** Waits until it is known who is signed in and which projects there are. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const session = useQuery({ queryKey: ['session'], queryFn: () => fetchJson('/session', isSession) });
  const projects = useQuery({ queryKey: ['projects'], queryFn: () => fetchJson('/projects', isProjects) });
  const error = session.error ?? projects.error;
  if (session.data !== undefined && projects.data !== undefined) {
    return <Current value={{ session: session.data, projects: projects.data }}>{children}</Current>;
  }
  return <Center mih="100vh">{error === null ? <Loader /> : <ErrorAlert error={error} />}</Center>;
}

function useKnown(): Known {
  const known = useContext(Current);
  if (known === undefined) throw new Error('nobody is signed in here');
  return known;
}

/** Who is signed in, and at which service. */
export function useSession(): SessionView {
  return useKnown().session;
}

/** The projects that the operator may see, with their spaces and instances. */
export function useProjects(): readonly Project[] {
  return useKnown().projects;
}

/** Whether the operator has a role in a project; without one, in all of them. */
export function useMay(role: Role, projectId?: string): boolean {
  return isAllowed(useKnown().session.operator.roles, role, projectId);
}
