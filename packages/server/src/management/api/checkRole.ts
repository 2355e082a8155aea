import { isAllowed, type ManageRoute } from '@newsstand/contract/manage';
import type { Operator } from '../../store/Admin.ts';
import { ApiProblem } from './ApiProblem.ts';

/** Refuses who has not the role that a route needs, in the project that its path names. */
export function checkRole({ access }: ManageRoute, { roles }: Operator, projectId: string | undefined): void {
  if (access === 'anyone' || access === 'operator' || isAllowed(roles, access, projectId)) return;
  const place = projectId === undefined ? 'all projects' : `the project ${projectId}`;
  throw new ApiProblem('role_missing', `this needs the role ${access} in ${place}; an owner can give it`);
}
