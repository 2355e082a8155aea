import { createSemaphore } from '../../../concurrency/createSemaphore.ts';
import { ApiProblem } from '../ApiProblem.ts';

/** Makes and checks the hashes of passwords. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time if there is no hash to compare with. */
  isRight(password: string, hash: string | undefined): Promise<boolean>;
};

/** The hash of a password that nobody knows. */
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$3E8Uxouvj9OSjT21JtAuRCbhgjEjLFBLBYaf9BRdqOQ$shdi0fq7Egulht905RybLPf0P47sXY9aNMiWJRp4in8';

/** Each takes 19 MB and a core for a while: few run at once, some queue, and more are refused. */
export function createPasswords(mostAtOnce: number, mostWaiting: number): Passwords {
  const limited = createSemaphore({ permits: mostAtOnce, queue: mostWaiting, onFull: tooMany });
  return {
    hash: (password) => limited(() => hashPassword(password)),
    isRight: (password, hash) =>
      limited(async () => {
        const isRight = await Bun.password.verify(plain(password), hash ?? nobodys);
        return isRight && hash !== undefined;
      }),
  };
}

/** Hashes a password by argon2id. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(plain(password), { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 });
}

/** The same characters, whichever keyboard or system they were typed on. */
function plain(password: string): string {
  return password.normalize('NFKC');
}

function tooMany(): ApiProblem {
  const headers = { 'retry-after': '2' };
  return new ApiProblem('too_many_attempts', 'many sign in at this moment; try again', { headers });
}
