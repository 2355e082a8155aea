import type { BufferBudget } from './BufferBudget.ts';
import type { HttpResponse } from './HttpResponse.ts';
import type { HeadFault, HeadLimits } from './parseHead.ts';
import type { SocketState } from './socketState.ts';

/** The faults that the listener itself rejects. */
export type Fault = HeadFault | 'tooSlow' | 'failed';

/** Why the listener disconnected a client. */
export type DisconnectReason = 'slow_reader' | 'buffer_limit' | 'connection_limit';

/** A request, and what it means for its connection. */
export type ParsedRequest<Request> = {
  readonly request: Request;
  readonly isHead: boolean;
  readonly closes: boolean;
  readonly isHttp10: boolean;
};

/** Who a request came from. */
export type Client = {
  /** The address of the client, or of the proxy before it. */
  readonly address: string;
  /** Whether nobody waits for the response any more. */
  hasLeft(): boolean;
};

/** The state that all connections of a listener share. */
export type ListenerContext<Request> = {
  readonly limits: HeadLimits;
  parse(head: Buffer): ParsedRequest<Request> | HeadFault;
  respond(request: Request, client: Client): HttpResponse | Promise<HttpResponse>;
  reject(fault: Fault, error?: unknown): HttpResponse;
  readonly buffers: BufferBudget;
  readonly sockets: SocketState;
  readonly keepsAddresses: boolean;
  onDisconnect(reason: DisconnectReason): void;
  /** Seconds since the listener began, counted and not measured: a clock that is set changes nothing. */
  seconds: number;
  /** The `Date` header line. */
  date: string;
  /** Whether each response is the last of its connection. */
  isStopping: boolean;
  /** Whether no connection stays open without a request. */
  isStopped: boolean;
  /** How many requests have come. */
  requests: number;
};
