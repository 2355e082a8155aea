import { createSemaphore } from '../../../concurrency/createSemaphore.ts';
import { networkName } from '../../../http/ipAddress.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { createThrottle } from './createThrottle.ts';
import { createTokenBuckets, type TokenBuckets } from './createTokenBuckets.ts';

/**
 * Who presents a password: a browser that the operator has signed in with before, a signed-in operator who confirms it,
 * or a stranger.
 */
export type Attempt =
  | { readonly by: 'device'; readonly device: string }
  | { readonly by: 'operator'; readonly operatorId: string }
  | { readonly by: 'stranger'; readonly operatorId: string; readonly address: string };

/** Who presents a code as a second factor: the operator of a known password, in a known browser or another one. */
export type CodeAttempt = { readonly operatorId: string; readonly device: string | undefined };

/** Checks passwords, and throttles guessing. */
export type PasswordChecker = {
  /** Throws while the client has to wait. */
  isRight(password: string, hash: string | undefined, attempt: Attempt): Promise<boolean>;
  /** Counts a code that is wrong. Throws while the client has to wait. */
  isRightCode(attempt: CodeAttempt, check: () => Promise<boolean>): Promise<boolean>;
  /** Only for authenticated clients: hashing is expensive. */
  hash(password: string): Promise<string>;
};

/** A limit on attempts. A pending attempt counts as wrong, so that parallel ones gain nothing. */
type Limit = {
  /** In milliseconds; 0 for none. */
  wait(): number;
  begin(): void;
  end(outcome: 'right' | 'wrong' | 'not checked'): void;
};

const minute = 60_000;

/**
 * Limits on wrong passwords of strangers, besides the backoff per name and network. Per name: at most 100 an hour,
 * from any number of networks. Per site: fewer than per name, so that no single site can use up
 * what others need. In total: each costs about 30 ms of a core. An attacker on many sites can still delay
 * unknown browsers, but never known ones.
 */
const strangerLimits = {
  name: { capacity: 40, refillMilliseconds: minute },
  site: { capacity: 30, refillMilliseconds: minute },
  all: { capacity: 120, refillMilliseconds: 500 },
} as const;

/** Limits on wrong codes: the backoff forgets after a while, and an app has only a million codes, three of which are right. */
const codeLimit = { capacity: 20, refillMilliseconds: 15 * minute } as const;

/**
 * Creates the checker. It counts in memory: a write for each guess would itself be an attack vector. So nodes count
 * separately, and a restart resets the counts.
 */
export function createPasswordChecker(now: () => number): PasswordChecker {
  const throttle = createThrottle(now);
  const [byName, bySite, inAll] = [
    createTokenBuckets(strangerLimits.name, now),
    createTokenBuckets(strangerLimits.site, now),
    createTokenBuckets(strangerLimits.all, now),
  ];
  const byCode = createTokenBuckets(codeLimit, now);
  // Separate, so that known clients never queue behind strangers. One at a time each: the threads that do it also
  // read files for readers.
  const [known, strangers] = [
    createPasswordHasher(1, 30),
    createPasswordHasher(1, strangerLimits.all.capacity),
  ];

  const backOff = (name: string): Limit => ({
    wait: () => throttle.wait(name),
    begin: () => throttle.begin(name),
    end: (outcome) => {
      throttle.end(name, outcome === 'wrong');
      if (outcome === 'right') throttle.clear(name);
    },
  });

  /** The same for unknown names: limits must not reveal which operators exist. */
  const limitsOf = (attempt: Attempt): readonly Limit[] => {
    if (attempt.by === 'device') return [backOff(`device ${attempt.device}`)];
    if (attempt.by === 'operator') return [backOff(`operator ${attempt.operatorId}`)];
    const { operatorId, address } = attempt;
    return [
      backOff(`stranger ${operatorId} ${networkName(address, 64)}`),
      bucket(byName, operatorId),
      bucket(bySite, networkName(address, 48)),
      bucket(inAll, ''),
    ];
  };

  const limited = async (limits: readonly Limit[], check: () => Promise<boolean>): Promise<boolean> => {
    const wait = Math.max(...limits.map((limit) => limit.wait()));
    if (wait > 0) throw tooMany(wait);
    for (const limit of limits) limit.begin();
    const end = (outcome: Parameters<Limit['end']>[0]) => {
      for (const limit of limits) limit.end(outcome);
    };
    const isRight = await check().catch((error: unknown) => {
      end('not checked');
      throw error;
    });
    end(isRight ? 'right' : 'wrong');
    return isRight;
  };

  return {
    hash: known.hash,
    isRight: (password, hash, attempt) => {
      const passwords = attempt.by === 'stranger' ? strangers : known;
      return limited(limitsOf(attempt), () => passwords.isRight(password, hash));
    },
    // Counted apart from passwords: whoever knows the password must not clear the count by typing it again.
    isRightCode: ({ operatorId, device }, check) => {
      const name = device === undefined ? `code ${operatorId}` : `code device ${device}`;
      return limited([backOff(name), bucket(byCode, name)], check);
    },
  };
}

function bucket(buckets: TokenBuckets, name: string): Limit {
  return {
    wait: () => buckets.wait(name),
    begin: () => buckets.take(name),
    end: (outcome) => {
      if (outcome !== 'wrong') buckets.putBack(name);
    },
  };
}

function tooMany(milliseconds: number): ApiProblem {
  const seconds = Math.ceil(milliseconds / 1000);
  return new ApiProblem(
    'too_many_attempts',
    `try again in ${seconds} s, or ask an owner for a link to choose a new password at once`,
    { headers: { 'retry-after': `${seconds}` } },
  );
}

/** Hashes and verifies passwords. */
type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Takes the same time if there is no hash to compare with. */
  isRight(password: string, hash: string | undefined): Promise<boolean>;
};

/** The hash of a password that nobody knows. */
const unknownPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3E8Uxouvj9OSjT21JtAuRCbhgjEjLFBLBYaf9BRdqOQ$shdi0fq7Egulht905RybLPf0P47sXY9aNMiWJRp4in8';

/** Creates a hasher. Each hash takes 19 MB and a core for a while: few run at once, some queue, and more are refused. */
export function createPasswordHasher(mostAtOnce: number, mostWaiting: number): PasswordHasher {
  const limited = createSemaphore({ permits: mostAtOnce, queue: mostWaiting, onFull: hashingBusy });
  return {
    hash: (password) => limited(() => hashPassword(password)),
    isRight: (password, hash) =>
      limited(async () => {
        const isRight = await Bun.password.verify(plain(password), hash ?? unknownPasswordHash);
        return isRight && hash !== undefined;
      }),
  };
}

/** Hashes a password with argon2id. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(plain(password), { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 });
}

/** The same characters, whatever keyboard or system they were typed on. */
function plain(password: string): string {
  return password.normalize('NFKC');
}

function hashingBusy(): ApiProblem {
  const headers = { 'retry-after': '2' };
  return new ApiProblem('too_many_attempts', 'too many sign-ins at the moment; try again', { headers });
}
