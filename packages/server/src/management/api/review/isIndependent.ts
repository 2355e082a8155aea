import { limits } from '@newsstand/contract';
import type { AuditReader } from '../../../store/Audit.ts';

/** What lets its author come in as somebody else: an invitation, a link for a new password, fewer factors to show. */
const handovers = ['operator.invite', 'operator.link', 'factor.reset'] as const;

const pageSize = 100;

/**
 * Whether two operators count as two: neither has handed the other their account within the last days, themselves or through
 * others. The audit log tells.
 */
export async function isIndependent(
  reader: Pick<AuditReader, 'audit'>,
  one: string,
  other: string,
  now: number,
): Promise<boolean> {
  const from = now - limits.handoverDays * 86_400_000;
  return !(await isHandedBy(reader, one, other, from)) && !(await isHandedBy(reader, other, one, from));
}

async function isHandedBy(
  reader: Pick<AuditReader, 'audit'>,
  operatorId: string,
  by: string,
  from: number,
): Promise<boolean> {
  const known = new Set([operatorId]);
  for (const holder of known) {
    for (const action of handovers) {
      for await (const giver of giversOf(reader, action, holder, from)) known.add(giver);
    }
    if (known.has(by)) return true;
  }
  return false;
}

async function* giversOf(
  reader: Pick<AuditReader, 'audit'>,
  action: string,
  operatorId: string,
  from: number,
): AsyncGenerator<string> {
  const target = `operators/${operatorId}`;
  let before: number | undefined;
  for (;;) {
    const entries = await reader.audit({ action, target, from, before, most: pageSize });
    // The search finds longer names too.
    for (const entry of entries) if (entry.target === target) yield entry.by;
    if (entries.length < pageSize) return;
    before = entries.at(-1)?.number;
  }
}
