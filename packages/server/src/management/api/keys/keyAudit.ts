import type { Credential } from '../../../store/Credential.ts';
import type { AuditEvent } from '../writeAs.ts';

/** What the audit log says of a key: one line for each project, so that its owners read of it. */
export function keyAuditEvents(action: string, { key, name, grants }: Credential): readonly AuditEvent[] {
  const projectIds = [...new Set(grants.map(({ projectId }) => projectId))];
  return projectIds.map((projectId) => ({ action, projectId, target: `keys/${key}`, details: { name } }));
}
