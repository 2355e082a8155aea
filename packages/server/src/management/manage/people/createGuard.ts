import { ManageRefusal } from '../ManageRefusal.ts';
import { createPasswords } from './createPasswords.ts';
import { createThrottle } from './createThrottle.ts';

/** Checks passwords, and slows down who guesses. */
export type Guard = {
  /** Refuses to look at all while someone has to wait. */
  isRight(password: string, hash: string | undefined, operatorId: string, address: string): Promise<boolean>;
  hash(password: string): Promise<string>;
};

/** Makes the guard; it counts by operator, and by address. Behind a proxy that is the address of the proxy. */
export function createGuard(now: () => number): Guard {
  const throttle = createThrottle(now);
  const passwords = createPasswords();
  return {
    hash: passwords.hash,
    async isRight(password, hash, operatorId, address) {
      const [byName, byAddress] = [`operator ${operatorId}`, `address ${address}`];
      const wait = Math.max(throttle.wait(byName), throttle.wait(byAddress));
      if (wait > 0) throw tooMany(wait);
      for (const name of [byName, byAddress]) throttle.begin(name);
      const end = (hasFailed: boolean) => {
        for (const name of [byName, byAddress]) throttle.end(name, hasFailed);
      };
      const isRight = await passwords.isRight(password, hash).catch((error: unknown) => {
        end(false);
        throw error;
      });
      end(!isRight);
      if (isRight) throttle.clear(byName);
      return isRight;
    },
  };
}

function tooMany(milliseconds: number): ManageRefusal {
  const seconds = Math.ceil(milliseconds / 1000);
  return new ManageRefusal('too_many_attempts', `try again in ${seconds} s`, {
    headers: { 'retry-after': `${seconds}` },
  });
}
