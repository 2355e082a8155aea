import { randomBytes } from 'node:crypto';
import type { Client } from '@newsstand/client';

/** Somebody who has signed in with a preview key. The secret is in the client, and in no cookie. */
export type Session = {
  readonly client: Client;
  /** The time to preview; undefined for everything, including drafts. */
  previewAt: number | undefined;
};

/** Who has signed in, by the token in their cookie. */
export type Sessions = {
  open(client: Client): string;
  find(token: string | undefined): Session | undefined;
  end(token: string | undefined): void;
};

/** How far the clock here may be behind that of the service, which does not know the past after a change. */
export const clockTolerance = 1000;

/** How long somebody stays signed in. */
export const sessionMilliseconds = 8 * 3_600_000;
const mostSessions = 100;

/** A limited number of sessions in memory, none for longer than a working day. A new one evicts the oldest. */
export function openSessions(now: () => number): Sessions {
  const kept = new Map<string, { readonly session: Session; readonly until: number }>();
  const find = (token: string | undefined) => {
    const entry = kept.get(token ?? '');
    return entry !== undefined && now() < entry.until ? entry.session : undefined;
  };
  return {
    find,
    open(client) {
      const token = randomBytes(32).toString('base64url');
      kept.set(token, { session: { client, previewAt: undefined }, until: now() + sessionMilliseconds });
      for (const oldest of kept.keys()) if (kept.size > mostSessions) kept.delete(oldest);
      return token;
    },
    end: (token) => void kept.delete(token ?? ''),
  };
}
