import { expect } from 'bun:test';
import { appSecret, enrolled } from '@newsstand/contract/manage';
import { Secret, TOTP } from 'otpauth';
import type { TestApi } from './withApi.ts';

/** The code that an authenticator app with this secret shows now. */
export function codeOf(api: Pick<TestApi, 'clock'>, secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock });
}

/** Sets an authenticator app up, by a session or a pending sign-in. The next code is good half a minute later. */
export async function addApp(api: TestApi, cookie: string) {
  const { secret } = appSecret.parse(
    await (await api.ask('/session/totp', { method: 'POST', cookie })).json(),
  );
  const body = { secret, code: codeOf(api, secret) };
  const response = await api.ask('/session/totp', { method: 'PUT', cookie, body });
  expect(response.status).toBe(200);
  const { recoveryCodes = [] } = enrolled.parse(await response.clone().json());
  api.clock += 30_000;
  return { response, secret, recoveryCodes, cookie: cookieNamed(response, 'newsstand_session') };
}

/** A cookie that an answer sets, as it is sent back; empty if it sets none. */
export function cookieNamed(response: Response, name: string): string {
  const found = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  return found?.split(';')[0] ?? '';
}

/** Shows a second factor with the cookie of a pending sign-in. */
export function showFactor(api: TestApi, cookie: string, body: unknown): Promise<Response> {
  return api.ask('/session/second-factor', { method: 'POST', cookie, body });
}
