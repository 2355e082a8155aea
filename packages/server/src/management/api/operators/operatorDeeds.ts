import { everyProject } from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Office.ts';
import type { Deed } from '../writeAs.ts';

/** What the audit log says of an operator: one line for each project of the roles, so that its owners read of it. */
export function operatorDeeds(
  action: string,
  { operatorId, roles }: Pick<Operator, 'operatorId' | 'roles'>,
): readonly Deed[] {
  const target = `operators/${operatorId}`;
  return roles.map(({ projectId, role }) => ({
    action,
    ...(projectId !== everyProject && { projectId }),
    target,
    details: { role },
  }));
}
