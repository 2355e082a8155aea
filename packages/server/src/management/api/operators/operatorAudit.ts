import { everyProject } from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { AuditEvent } from '../writeAs.ts';

/** The audit events of an operator: one for each project of the roles, so that its owners see it. */
export function operatorAuditEvents(
  action: string,
  { operatorId, roles }: Pick<Operator, 'operatorId' | 'roles'>,
): readonly AuditEvent[] {
  const target = `operators/${operatorId}`;
  return roles.map(({ projectId, role }) => ({
    action,
    ...(projectId !== everyProject && { projectId }),
    target,
    details: { role },
  }));
}
