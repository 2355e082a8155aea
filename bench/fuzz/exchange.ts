import type { Route } from './judge.ts';
import type { Batch } from './makeBatch.ts';
import type { FuzzRequest } from './makeRequest.ts';
import type { Connection } from './openConnection.ts';
import { FramingError, interimEnd, parseResponse, type RawResponse } from './parseResponse.ts';

/** A request and its response. */
export type Answered = { readonly request: FuzzRequest; readonly response: RawResponse };

/** The result of a batch. */
export type Exchange = {
  readonly answered: readonly Answered[];
  /** What is wrong with the bytes themselves, and the request concerned. */
  readonly fault: { readonly request: FuzzRequest | undefined; readonly what: string } | undefined;
  /** Whether the connection can be used for another batch. */
  readonly isOpen: boolean;
};

/** After this time, a response is considered missing. */
const hangs = 120_000;
/** The server may wait for the rest of a damaged request, so nothing more is sent. */
const pause = 60;

/** A status for invalid HTTP: there is no response after it. */
const refusals = new Set([400, 408, 411, 413, 414, 431, 501, 505]);

/** The size of a head above which Varnish closes the connection without a response; pending responses may be lost. */
const overflow = 8000;

/** The connection to read from, and whether it was used before. */
export type Way = { readonly route: Route; readonly isReused: boolean };

/** Sends a batch and reads its responses strictly: in order, and not a byte more. */
export async function exchange(
  connection: Connection,
  batch: Batch,
  { route, isReused }: Way,
): Promise<Exchange> {
  const answered: Answered[] = [];
  const failed = (what: string, request?: FuzzRequest): Exchange => {
    connection.drop();
    return { answered, fault: { request, what }, isOpen: false };
  };
  const sending = connection.send(batch.pieces);
  for (const [index, request] of batch.requests.entries()) {
    if (request.isDamaged) {
      await sending;
      const what = await readDamaged(connection, request, answered, route);
      return what === undefined || isBare(request, route)
        ? { answered, fault: undefined, isOpen: false }
        : failed(what, request);
    }
    const response = await readOne(connection, request, route);
    if (typeof response === 'string') {
      // An idle connection may be closed while a batch is being sent.
      const isUnheard = response === 'closed' && index === 0 && isReused;
      const isOverflow =
        route === 'varnish' && batch.requests.slice(index).some(({ bytes }) => bytes.length > overflow);
      if (isUnheard || (isOverflow && connection.isClosed))
        return { answered, fault: undefined, isOpen: false };
      return failed(response, request);
    }
    answered.push({ request, response });
    if (!response.closes && !request.closes) continue;
    const rest = await untilClosed(connection);
    if (rest !== undefined) return failed(rest, request);
    const isEarly = answered.length < batch.requests.length;
    const mayClose = route !== 'direct' || refusals.has(response.status);
    if (isEarly && !mayClose) return failed('closed before the remaining responses', request);
    return { answered, fault: undefined, isOpen: false };
  }
  const last = batch.requests.at(-1);
  if (last?.hasBody === true) {
    connection.drop();
    return { answered, fault: undefined, isOpen: false };
  }
  if (connection.received.length > 0)
    return failed(`bytes after the last response: ${start(connection)}`, last);
  return { answered, fault: undefined, isOpen: !connection.isClosed };
}

async function readOne(
  connection: Connection,
  { method }: FuzzRequest,
  route: Route,
): Promise<RawResponse | string> {
  for (;;) {
    try {
      const parsed = parseResponse(connection.received, {
        isHead: method === 'HEAD',
        isByProxy: route !== 'direct',
        isClosed: connection.isClosed,
      });
      if (parsed !== undefined) {
        connection.take(parsed.end);
        return parsed.response;
      }
    } catch (error) {
      if (error instanceof FramingError) return error.message;
      throw error;
    }
    if (connection.isClosed) {
      const isNothing = connection.received.length === interimEnd(connection.received);
      return isNothing ? 'closed' : 'closed within a response';
    }
    if (!(await connection.more(hangs))) return 'no response';
  }
}

/** Everything until the server closes the connection must be responses. */
async function readDamaged(
  connection: Connection,
  request: FuzzRequest,
  answered: Answered[],
  route: Route,
): Promise<string | undefined> {
  while (connection.received.length === 0 && !connection.isClosed) if (!(await connection.more(pause))) break;
  connection.sendNoMore();
  while (!connection.isClosed) if (!(await connection.more(hangs))) return 'not closed';
  while (connection.received.length > 0) {
    const response = await readOne(connection, request, route);
    if (response === 'closed') return undefined;
    if (typeof response === 'string') return response;
    answered.push({ request, response });
  }
  return undefined;
}

async function untilClosed(connection: Connection): Promise<string | undefined> {
  while (!connection.isClosed) {
    if (!(await connection.more(hangs))) return 'announced to be closed, but is not';
  }
  const { length } = connection.received;
  connection.drop();
  return length === 0 ? undefined : `${length} bytes after the last response: ${start(connection)}`;
}

function start({ received }: Connection): string {
  return JSON.stringify(received.toString('latin1', 0, 80));
}

/** nginx answers HTTP/0.9 with the bare body. A damaged request may contain several requests. */
function isBare({ bytes }: FuzzRequest, route: Route): boolean {
  const lines = bytes.toString('latin1').split('\n');
  return (
    route === 'nginx' && lines.some((line, index) => isOldest(line) || (index === 0 && !/ HTTP\//.test(line)))
  );
}

function isOldest(line: string): boolean {
  return /^GET /.test(line) && !/ HTTP\//.test(line);
}
