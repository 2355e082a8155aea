import type { Credential } from '../../../store/Credential.ts';
import type { AuditEvent } from '../writeAs.ts';

/** The audit events of a key: one for each project, so that its owners see it. */
export function keyAuditEvents(action: string, { key, name, grants }: Credential): readonly AuditEvent[] {
  const projectIds = [...new Set(grants.map(({ projectId }) => projectId))];
  return projectIds.map((projectId) => ({ action, projectId, target: `keys/${key}`, details: { name } }));
}
