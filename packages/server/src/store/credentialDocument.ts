import { z } from 'zod';
import type { Credential } from './Credential.ts';

const credential = z.object({
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
});

/** A credential as the text that is kept: always the same members in the same order. */
export function encodeCredential(value: Credential): string {
  return JSON.stringify(credential.parse(value));
}

/** Reads what `encodeCredential` wrote. */
export function decodeCredential(text: string): Credential {
  return credential.parse(JSON.parse(text));
}
