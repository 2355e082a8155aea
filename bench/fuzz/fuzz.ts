import { exchange } from './exchange.ts';
import { createJudge, type Guarded, type Route } from './judge.ts';
import { makeBatch } from './makeBatch.ts';
import type { FuzzRequest, Site } from './makeRequest.ts';
import { type Connection, openConnection } from './openConnection.ts';

/** The options of a run. */
export type FuzzOptions = {
  readonly seed: number;
  /** About how many requests to send. */
  readonly requests: number;
  /** The first batch, to continue another run or to repeat a failed batch. */
  readonly from?: number;
  /** No batch begins after this time. */
  readonly isOver?: () => boolean;
  readonly onProgress?: (requests: number) => void;
};

/** A violation, with everything needed to repeat it. */
export type Violation = {
  readonly route: Route;
  readonly batch: number;
  readonly what: string;
  readonly request: string;
  readonly response: string;
};

/** The counts of a run on one route. */
export type Tally = {
  requests: number;
  responses: number;
  readonly statuses: Map<number, number>;
  damaged: number;
};

/** The result of a run. */
export type FuzzResult = {
  readonly tallies: ReadonlyMap<Route, Tally>;
  readonly violations: readonly Violation[];
  readonly batches: number;
  readonly seconds: number;
};

/** Concurrent connections on each route. */
const lanes = 16;
/** nginx closes a connection after this many requests, and drops requests in flight. */
const mostBatches = 20;
const mostViolations = 50;

/** Sends requests on all routes at once, and checks every response. */
export async function fuzz(
  site: Site,
  guarded: Guarded,
  ports: ReadonlyMap<Route, number>,
  { seed, requests, from = 0, isOver = () => false, onProgress = () => {} }: FuzzOptions,
): Promise<FuzzResult> {
  const judge = createJudge(guarded);
  const violations: Violation[] = [];
  const tallies = new Map<Route, Tally>();
  const began = performance.now();
  let next = from;
  let sent = 0;

  async function lane(route: Route, port: number, tally: Tally): Promise<void> {
    let connection: Connection | undefined;
    let batches = 0;
    while (sent < requests && violations.length < mostViolations && !isOver()) {
      const batch = makeBatch(seed, next++, site);
      sent += batch.requests.length;
      onProgress(sent);
      if (connection === undefined || connection.isClosed) {
        connection = await openConnection(port);
        batches = 0;
      }
      const { answered, fault, isOpen } = await exchange(connection, batch, { route, isReused: batches > 0 });
      tally.requests += batch.requests.length;
      tally.responses += answered.length;
      const report = (what: string, request?: FuzzRequest, response = '') =>
        violations.push({ route, batch: batch.index, what, request: shown(request?.bytes), response });
      if (fault !== undefined) report(fault.what, fault.request);
      for (const { request, response } of answered) {
        if (request.isDamaged) tally.damaged++;
        tally.statuses.set(response.status, (tally.statuses.get(response.status) ?? 0) + 1);
        for (const what of judge(request, response, route))
          report(what, request, `${response.head}\n\n${response.body.toString('latin1', 0, 300)}`);
      }
      if (isOpen && ++batches < mostBatches) continue;
      connection.drop();
      connection = undefined;
    }
    connection?.drop();
  }

  const all = [...ports].flatMap(([route, port]) => {
    const tally: Tally = { requests: 0, responses: 0, statuses: new Map(), damaged: 0 };
    tallies.set(route, tally);
    return Array.from({ length: lanes }, () => lane(route, port, tally));
  });
  await Promise.all(all);
  return { tallies, violations, batches: next - from, seconds: (performance.now() - began) / 1000 };
}

function shown(bytes: Buffer | undefined): string {
  return bytes === undefined ? '' : JSON.stringify(bytes.toString('latin1', 0, 600));
}
