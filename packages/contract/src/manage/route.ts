import type { z } from 'zod';
import type { Role } from './plain.ts';

/**
 * One route of the write interface.
 * `access`: `anyone` needs no session, `pending` one that still lacks a factor, `enrolling` that or a session,
 * `operator` any session; a role is required in the place that the path names (a
 * project, space or instance), or, if it names none, in all projects. If the handler itself must decide, `access` is
 * `operator`.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Below the root, with its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly access: 'anyone' | 'pending' | 'enrolling' | 'operator' | Role;
  /** Whether the role may be in a part of the place only; the handler then limits the answer to what that role covers. */
  readonly isForParts?: boolean;
  readonly query?: z.ZodObject;
  /** The JSON body of the request. */
  readonly body?: z.ZodType;
  /** The JSON body of the response; without it, 204 or another type. */
  readonly answer?: z.ZodType;
  readonly status: number;
  /** Whether it changes an item that someone else may have changed meanwhile, and so requires `If-Match`. */
  readonly isGuarded?: boolean;
  /**
   * What it demands because it could let somebody in, or let them do more: by a link, a role, a factor, a token, a key or an
   * address that receives secrets. Every route that writes any of these says so, or it is refused by the transaction.
   * `none`: it can't. `session`: a session, never a token for scripts; if it lets somebody in, the request itself shows who they
   * are, as by a password or code. `confirmed`: a session that was confirmed within ten minutes. `confirmedOrToken`: that, or a
   * token: what comes of it never leads to a session, and reaches no further than the token.
   */
  readonly confirmation?: 'none' | 'session' | 'confirmed' | 'confirmedOrToken';
};

type Parts = Partial<
  Pick<Route, 'query' | 'body' | 'answer' | 'status' | 'isGuarded' | 'isForParts' | 'confirmation'>
>;

/** A row of the table of routes. */
export function route<const Action extends string>(
  action: Action,
  method: Route['method'],
  path: string,
  summary: string,
  access: Route['access'],
  { status = 200, ...parts }: Parts,
) {
  return { action, method, path, summary, access, status, ...parts };
}
