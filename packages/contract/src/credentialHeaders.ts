/** The headers that carry the credentials. */
export const credentialHeaders = { key: 'x-svc-ac-api-key', secret: 'x-svc-ac-api-secret' } as const;
