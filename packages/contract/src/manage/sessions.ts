import { z } from 'zod';
import { id, timestamp } from '../text.ts';
import { route } from './route.ts';

/** A browser that an operator is signed in with. */
export const openSession = z
  .strictObject({
    sessionId: id,
    isThis: z.boolean().meta({ description: 'Whether the request was made with it.' }),
    browser: z.string().optional().meta({ description: 'As the browser said at sign-in.' }),
    system: z.string().optional().meta({ description: 'As the browser said at sign-in.' }),
    address: z.string().optional().meta({ description: 'The IP address at sign-in.' }),
    lastAddress: z.string().optional().meta({ description: 'The IP address of the last use.' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.optional().meta({ description: 'To the minute.' }),
    expiresAt: timestamp.optional(),
  })
  .meta({ id: 'OpenSession', description: 'A browser that an operator is signed in with.' });

/** How many sessions have ended. */
export const endedSessions = z.strictObject({ ended: z.int() });

const sessions = '/operators/{operatorId}/sessions';

/** The routes of sessions. Everybody sees and ends their own; whoever controls an operator wholly, those of that one. */
export const sessionRoutes = [
  route('listSessions', 'GET', sessions, 'List the sessions of an operator', 'operator', {
    ...{ answer: z.array(openSession) },
  }),
  route('endSession', 'DELETE', `${sessions}/{sessionId}`, 'End a session', 'operator', {
    confirmation: 'none',
    status: 204,
  }),
  route('endSessions', 'DELETE', sessions, 'End all sessions of an operator but this one', 'operator', {
    ...{ confirmation: 'none', answer: endedSessions },
  }),
] as const;

/** A browser that an operator is signed in with. */
export type OpenSession = z.infer<typeof openSession>;
