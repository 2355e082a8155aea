import { expect, test } from 'bun:test';
import { type Credential, credentialState } from './Credential.ts';

const endless: Credential = {
  key: 'nsk_x',
  name: 'site',
  secrets: [],
  grants: [{ projectId: 'acme' }],
  preview: false,
  createdAt: 0,
};

test('a credential is active until it expires', () => {
  expect(credentialState(endless, Infinity)).toBe('active');
  expect(credentialState({ ...endless, expiresAt: 10 }, 9)).toBe('active');
  expect(credentialState({ ...endless, expiresAt: 10 }, 10)).toBe('expired');
});

test('a revoked one stays revoked, even if the clock is behind', () => {
  expect(credentialState({ ...endless, revokedAt: 3 }, 9)).toBe('revoked');
  expect(credentialState({ ...endless, revokedAt: 3, expiresAt: 5 }, 9)).toBe('revoked');
  expect(credentialState({ ...endless, revokedAt: 3 }, 2)).toBe('revoked');
});
