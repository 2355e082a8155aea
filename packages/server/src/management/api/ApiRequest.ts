import type { ManageAction, ManageRoute } from '@newsstand/contract/manage';
import type { z } from 'zod';
import type { AuthToken, Operator } from '../../store/Admin.ts';

/** A request that was let in: its route is known, and so is who asks. */
export type ApiRequest = {
  readonly route: ManageRoute;
  /** The parameters of the path, decoded; each is an ID. */
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly raw: Request;
  readonly requestId: string;
  /** The IP address of the client; behind a trusted proxy, as the proxy reports it. */
  readonly address: string;
  /** Parses the query string; what is wrong with it is refused. */
  query<T>(schema: z.ZodType<T>): T;
  /** The body, of a bounded size. */
  bytes(): Promise<Uint8Array>;
  /** The body as text. */
  text(): Promise<string>;
  /** Parses the body, JSON; what is wrong with it is refused. */
  body<T>(schema: z.ZodType<T>): Promise<T>;
};

/** A request of someone who is signed in. */
export type OperatorRequest = ApiRequest & { readonly operator: Operator; readonly authToken: AuthToken };

/** Answers a request that needs no session. */
export type OpenHandler = (req: ApiRequest) => Promise<Response>;
/** Answers a request of someone who is signed in, and whose role was checked where the route names one. */
export type Handler = (req: OperatorRequest) => Promise<Response>;

/** What answers each action. */
export type Handlers = {
  readonly [Action in ManageAction]: Action extends OpenAction ? OpenHandler : Handler;
};

/** What can be asked without a session. */
export type OpenAction = 'signIn' | 'accept';
