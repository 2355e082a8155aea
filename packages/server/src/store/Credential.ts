/** What a credential reaches: a project, a space of it, or one instance in that space. */
export type Grant = {
  readonly projectId: string;
  readonly spaceId?: string | undefined;
  readonly instanceId?: string | undefined;
};

/** A secret that is accepted, as its SHA-256 in hexadecimal; `until` ends the grace time of an old one. */
export type SecretHash = { readonly sha256: string; readonly until?: number | undefined };

/** A key with what it may do. The secret itself is nowhere. */
export type Credential = {
  readonly key: string;
  readonly name: string;
  readonly secrets: readonly SecretHash[];
  readonly grants: readonly Grant[];
  readonly preview: boolean;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
};
