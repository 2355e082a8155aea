import type { NewPasskey, PasskeyAnswer } from '@newsstand/contract/manage';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { fetchJson, sendRequest } from '../../api/request.ts';

/** Asks for a passkey. Throws what is not an `ApiError` if there is none, or if it was cancelled. */
export async function askPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

/** Creates a passkey. */
export async function createPasskey(): Promise<NewPasskey['answer']> {
  const optionsJSON = await fetchJson('/session/passkeys/creation', isCreation, { method: 'POST' });
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}

/** Signs in with a passkey alone. */
export async function signInWithPasskey(): Promise<void> {
  const request = await fetchJson('/session/passkey/request', isRequest, { method: 'POST' });
  const answer = await askPasskey(request);
  await sendRequest('/session/passkey', { method: 'POST', body: { answer } });
}

/** Whether a response holds the options of a browser that asks for a passkey. */
export function isRequest(value: unknown): value is PublicKeyCredentialRequestOptionsJSON {
  return typeof value === 'object' && value !== null && 'challenge' in value && 'rpId' in value;
}

function isCreation(value: unknown): value is PublicKeyCredentialCreationOptionsJSON {
  return typeof value === 'object' && value !== null && 'challenge' in value && 'user' in value;
}
