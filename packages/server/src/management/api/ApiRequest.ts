import type { ManageAction, ManageRoute } from '@newsstand/contract/manage';
import type { z } from 'zod';
import type { AuthToken, Operator } from '../../store/Admin.ts';

/** The revision that a request has written and readers do not see yet; `newest` if it is unknown. */
export type Unshown = number | 'newest' | undefined;

/** An accepted request, with its route. */
export type ApiRequest = {
  readonly route: ManageRoute;
  /** The parameters of the path, decoded; each is an ID. */
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly raw: Request;
  readonly requestId: string;
  /** The IP address of the client; behind a trusted proxy, as the proxy reports it. */
  readonly address: string;
  /** What it has written, if its handler could not wait until that is shown. */
  readonly unshown: { revision?: Unshown };
  /** Parses the query string; an invalid one is refused. */
  query<T>(schema: z.ZodType<T>): T;
  /** The body, of a bounded size. */
  bytes(): Promise<Uint8Array>;
  /** The body as text. */
  text(): Promise<string>;
  /** Parses the body as JSON; an invalid one is refused. */
  body<T>(schema: z.ZodType<T>): Promise<T>;
};

/** A request of an operator who is signed in, or, where the route allows it, is about to be. */
export type OperatorRequest = ApiRequest & { readonly operator: Operator; readonly authToken: AuthToken };

/** Handles a request that needs no session. */
export type OpenHandler = (req: ApiRequest) => Promise<Response>;
/** Handles a request of an operator, whose role was checked if the route requires one. */
export type Handler = (req: OperatorRequest) => Promise<Response>;

/** The handler of each action. */
export type Handlers = {
  readonly [Action in ManageAction]: Action extends OpenAction ? OpenHandler : Handler;
};

/** The actions that need no session. */
export const openActions = [
  'signIn',
  'accept',
  'breakGlass',
  'requestPasskey',
  'signInWithPasskey',
  'signInByProvider',
  'providerCallback',
  'providerLogout',
] as const;

/** An action that needs no session. */
export type OpenAction = (typeof openActions)[number];
