import { kindNames } from '@newsstand/contract/plain';
import { z } from 'zod';
import type { RecordKey } from './StoredRecord.ts';

/** What a credential reaches: a project, a space of it, or one instance in that space. */
export type Grant = {
  readonly projectId: string;
  readonly spaceId?: string | undefined;
  readonly instanceId?: string | undefined;
};

/** An accepted secret, as its SHA-256 in hexadecimal; `until` ends the grace period of an old one. */
export type SecretHash = { readonly sha256: string; readonly until?: number | undefined };

/** A key and its permissions. The secret itself is not stored. */
export type Credential = {
  readonly key: string;
  readonly name: string;
  readonly secrets: readonly SecretHash[];
  readonly grants: readonly Grant[];
  readonly preview: boolean;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
  /**
   * The one item that a preview link shows. It has no grants: versions that do not know of such links give it nothing.
   */
  readonly item?: RecordKey | undefined;
  readonly createdBy?: string | undefined;
};

/** Whether a credential is accepted at a given time, and if not, why. A revocation takes effect at once on every clock. */
export function credentialState(credential: Credential, now: number): 'active' | 'expired' | 'revoked' {
  if (credential.revokedAt !== undefined) return 'revoked';
  return credential.expiresAt !== undefined && credential.expiresAt <= now ? 'expired' : 'active';
}

const explorerStart = 'Explorer (';

/** The name of the key by which the explorer asks for an operator. */
export function explorerName(operatorId: string): string {
  return `${explorerStart}${operatorId})`;
}

/** Whether a key is named like those of the explorer. */
export function isExplorerName(name: string): boolean {
  return name.startsWith(explorerStart);
}

/** A credential that names an operator otherwise; itself if it does not name them. */
export function renamedCredential(credential: Credential, operatorId: string, label: string): Credential {
  if (credential.createdBy === operatorId) return { ...credential, createdBy: label };
  return credential.name === explorerName(operatorId)
    ? { ...credential, name: explorerName(label) }
    : credential;
}

/** Whether a credential is a preview link to an item. */
export function isLinkTo({ item }: Credential, key: RecordKey): boolean {
  return (
    item !== undefined &&
    item.kind === key.kind &&
    item.projectId === key.projectId &&
    item.spaceId === key.spaceId &&
    item.instanceId === key.instanceId &&
    item.id === key.id
  );
}

const credentialSchema = z.object({
  key: z.string(),
  name: z.string(),
  secrets: z.array(z.object({ sha256: z.string(), until: z.number().optional() })),
  grants: z.array(
    z.object({ projectId: z.string(), spaceId: z.string().optional(), instanceId: z.string().optional() }),
  ),
  preview: z.boolean(),
  createdAt: z.number(),
  expiresAt: z.number().optional(),
  revokedAt: z.number().optional(),
  item: z
    .object({
      kind: z.enum(kindNames),
      projectId: z.string(),
      spaceId: z.string(),
      instanceId: z.string().optional(),
      id: z.string(),
    })
    .optional(),
  createdBy: z.string().optional(),
});

/** A credential as stored text: always the same members in the same order. */
export function encodeCredential(value: Credential): string {
  return JSON.stringify(credentialSchema.parse(value));
}

/** Reads what `encodeCredential` wrote. */
export function decodeCredential(text: string): Credential {
  return credentialSchema.parse(JSON.parse(text));
}
