import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { until } from '../../../../../../tests/testing/until.ts';
import { loopback } from '../../../http/ipAddress.ts';
import { deviceOf, refusalOf, type TestApi } from '../testing/withApi.ts';
import { auditOf, password, roles, withKen } from '../testing/withKen.ts';
import { createPasswordChecker, hashPassword } from './createPasswordChecker.ts';

const minute = 60_000;

/** An api behind a proxy on the same machine, which says for whom it asks. */
const behindProxy = (work: (api: TestApi) => Promise<void>) => withKen(work, { trustedProxies: loopback });

type From = { readonly address?: string; readonly device?: string };

function enter(api: TestApi, name: string, given: string, { address, device }: From = {}) {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  return api.signIn(name, given, { headers, cookie: device });
}

async function statusOf(response: Promise<Response>): Promise<number> {
  const answer = await response;
  await answer.body?.cancel();
  return answer.status;
}

/** The statuses of so many tries, one after the other. */
async function statuses(times: number, attempt: (number: number) => Promise<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let number = 0; number < times; number++) all.push(await statusOf(attempt(number)));
  return all;
}

/** So many tries, many at once; how often each status came. */
async function flood(times: number, attempt: (number: number) => Promise<Response>) {
  const counts = new Map<number, number>();
  const numbers = Array(times).keys();
  const guess = async () => {
    for (const number of numbers) {
      const status = await statusOf(attempt(number));
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 32 }, guess));
  return counts;
}

describe('a stranger who guesses', () => {
  test('200 times for all names from one address locks out nobody', async () => {
    await behindProxy(async (api) => {
      await api.addOperator('mia', roles, password);
      const device = deviceOf(await enter(api, 'ken', password, { address: '198.51.100.7' }));
      const names = ['ken', 'mia', 'nobody'];
      const counts = await flood(200, (number) =>
        enter(api, names[number % 3] ?? '', 'wrong', { address: '203.0.113.9' }),
      );
      // Five for each name.
      expect(counts.get(401)).toBe(15);
      expect(counts.get(429)).toBe(185);
      // At once: from another address, and with a browser that is known even from the same one.
      expect(await statusOf(enter(api, 'mia', password, { address: '203.0.113.10' }))).toBe(200);
      expect(await statusOf(enter(api, 'ken', password, { address: '203.0.113.9', device }))).toBe(200);
      const refused = await enter(api, 'mia', password, { address: '203.0.113.9' });
      expect(await refusalOf(refused)).toBe('429 too_many_attempts');
      expect(refused.headers.get('retry-after')).toBe('1');
    });
  });

  test('waits twice as long each time, until it is right', async () => {
    await withKen(async (api) => {
      const attempt = (given: string) => () => enter(api, 'ken', given);
      expect(await statuses(6, attempt('wrong'))).toEqual([401, 401, 401, 401, 401, 429]);
      expect(await statuses(1, attempt(password))).toEqual([429]);
      api.clock += 1000;
      expect(await statuses(2, attempt('wrong'))).toEqual([401, 429]);
      api.clock += 1999;
      expect(await statuses(1, attempt(password))).toEqual([429]);
      api.clock += 1;
      expect(await statuses(1, attempt(password))).toEqual([200]);
      expect(await statuses(6, attempt('wrong'))).toEqual([401, 401, 401, 401, 401, 429]);
    });
  });

  test('for one name from 100 networks gets 40 tries, and holds up unknown browsers only', async () => {
    await behindProxy(async (api) => {
      const device = deviceOf(await enter(api, 'ken', password, { address: '198.51.100.7' }));
      const counts = await flood(100, (number) =>
        enter(api, 'ken', 'wrong', { address: `198.18.${number >> 4}.${number & 15}` }),
      );
      expect(counts.get(401)).toBe(40);
      expect(await statusOf(enter(api, 'ken', password, { address: '203.0.113.1', device }))).toBe(200);
      const fresh = await enter(api, 'ken', password, { address: '203.0.113.1' });
      expect([fresh.status, fresh.headers.get('retry-after')]).toEqual([429, '60']);
      // Others are not held up, and neither is a link.
      await api.addOperator('mia', roles, password);
      expect(await statusOf(enter(api, 'mia', password, { address: '203.0.113.1' }))).toBe(200);
      api.clock += minute;
      expect(await statusOf(enter(api, 'ken', password, { address: '203.0.113.1' }))).toBe(200);
    });
  });

  test('from one IPv6 site cannot use up the limit of a name, however many addresses it has', async () => {
    await behindProxy(async (api) => {
      const hex = (number: number) => number.toString(16);
      const counts = await flood(100, (number) =>
        enter(api, 'ken', 'wrong', { address: `2001:db8:1:${hex(number)}::${hex(number + 1)}` }),
      );
      expect(counts.get(401)).toBe(30);
      expect(await statusOf(enter(api, 'ken', password, { address: '2001:db8:2::1' }))).toBe(200);
    });
  });

  test('gains nothing by inventing addresses if no proxy is trusted', async () => {
    await withKen(async (api) => {
      const attempt = (number: number) => enter(api, 'ken', 'wrong', { address: `203.0.113.${number}` });
      expect(await statuses(7, attempt)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    });
  });

  test('does not reveal who exists: limits are the same for an unknown name', async () => {
    const seen = async (name: string) => {
      const answers: unknown[] = [];
      await behindProxy(async (api) => {
        for (let number = 0; number < 9; number++) {
          const address = number % 3 === 2 ? '203.0.113.1' : '203.0.113.2';
          const response = await enter(api, name, 'wrong', { address });
          const { requestId, ...rest } = z.looseObject({}).parse(await response.json());
          answers.push([rest, response.headers.get('retry-after'), response.headers.getSetCookie()]);
        }
      });
      return answers;
    };
    expect(await seen('ken')).toEqual(await seen('nobody'));
  });

  test('leaves one line a minute in the audit log, with the number of attempts and an address', async () => {
    await behindProxy(async (api) => {
      const wrong = (number: number) => enter(api, 'ken', 'wrong', { address: `203.0.113.${number}` });
      await statuses(3, wrong);
      api.clock += minute;
      await statuses(2, (number) => wrong(number + 3));
      await until('two lines', async () => (await auditOf(api)).length === 2);
      const lines = await api.store.read((reader) => reader.audit({ most: 10 }));
      expect(lines.map(({ action, target, details }) => ({ action, target, details }))).toEqual([
        {
          action: 'session.refused',
          target: 'operators/ken',
          details: { address: '203.0.113.3', attempts: 3 },
        },
        {
          action: 'session.refused',
          target: 'operators/ken',
          details: { address: '203.0.113.0', attempts: 1 },
        },
      ]);
    });
  });
});

describe('a browser that is known', () => {
  test('has separate limits, which delay nobody else', async () => {
    await withKen(async (api) => {
      const device = deviceOf(await enter(api, 'ken', password));
      const wrong = () => enter(api, 'ken', 'wrong', { device });
      expect(await statuses(6, wrong)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(await statusOf(enter(api, 'ken', password, { device }))).toBe(429);
      expect(await statusOf(enter(api, 'ken', password))).toBe(200);
      api.clock += 1000;
      expect(await statusOf(enter(api, 'ken', password, { device }))).toBe(200);
    });
  });

  test('does not sign anybody in', async () => {
    await withKen(async (api) => {
      const cookie = deviceOf(await enter(api, 'ken', password));
      expect(await statusOf(api.ask('/session', { cookie }))).toBe(401);
    });
  });

  test('is unknown after the password has changed, but for the one that changed it', async () => {
    await withKen(async (api) => {
      const [here, there] = [await enter(api, 'ken', password), await enter(api, 'ken', password)];
      const next = 'another horse battery';
      const cookie = here.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      const body = { current: password, next };
      const changed = await api.ask('/session/password', { method: 'PUT', cookie, body });
      expect(changed.status).toBe(204);
      // A stranger has no tries left here.
      await statuses(5, () => enter(api, 'ken', 'wrong'));
      const status = (device: string) => statusOf(enter(api, 'ken', next, { device }));
      expect(await status(deviceOf(here))).toBe(429);
      expect(await status(deviceOf(there))).toBe(429);
      expect(await status(deviceOf(changed))).toBe(200);
    });
  });

  test('never stands in line behind strangers', async () => {
    const passwords = createPasswordChecker(() => 0);
    const hash = await hashPassword(password);
    const strangers = Array.from({ length: 8 }, (_, number) =>
      passwords.isRight('wrong', hash, { by: 'stranger', operatorId: 'ken', address: `192.0.2.${number}` }),
    );
    let isOver = false;
    const all = Promise.all(strangers).finally(() => {
      isOver = true;
    });
    expect(await passwords.isRight(password, hash, { by: 'device', device: 'x' })).toBe(true);
    expect(isOver).toBe(false);
    expect(new Set(await all)).toEqual(new Set([false]));
  });
});

test('whoever knows the password guesses few codes a day, however patient', async () => {
  let clock = 0;
  const passwords = createPasswordChecker(() => clock);
  const attempt = { operatorId: 'ken', device: undefined };
  let tries = 0;
  const guess = (isRight: boolean, device?: string) =>
    passwords.isRightCode({ ...attempt, device }, async () => {
      tries++;
      return isRight;
    });
  // Always until it takes long, and again when that is forgotten.
  for (const day = 24 * 60 * minute; clock < day; clock += 16 * minute) {
    for (let seconds = 0; seconds < 32; seconds++, clock += 1000) await guess(false).catch(() => undefined);
  }
  // One in 300,000 is right, so that is one chance in 3,000 a day.
  expect(tries).toBeLessThan(120);
  // A known browser does not wait, and right codes count for nothing.
  for (let times = 0; times < 50; times++) expect(await guess(true, 'a device')).toBe(true);
});
