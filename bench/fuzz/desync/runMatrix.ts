import type { Route } from '../judge.ts';
import type { Keys } from '../makeRequest.ts';
import { type Connection, openConnection } from '../openConnection.ts';
import { FramingError, interimEnd, parseResponse, type RawResponse } from '../parseResponse.ts';
import type { Entry } from '../world.ts';
import { desyncCases } from './cases.ts';
import type { DesyncCase } from './DesyncCase.ts';
import type { Tap } from './openTap.ts';

/** The outcome of a case on one route. */
export type DesyncOutcome = {
  readonly route: Route;
  /** A short description of the responses. */
  readonly told: string;
  /** The broken invariants. */
  readonly violations: readonly string[];
};

/** A case with its outcomes on all routes. */
export type DesyncRow = { readonly item: DesyncCase; readonly outcomes: readonly DesyncOutcome[] };

/** The target of the matrix. */
export type MatrixSite = {
  readonly ports: ReadonlyMap<Route, number>;
  readonly keys: Keys;
  /** At least three items that the keys may see: for the case, the smuggled request and the innocent ones. */
  readonly entries: readonly Entry[];
  /** Between the proxies and the node, if there are proxies. */
  readonly tap: Tap | undefined;
};

export type MatrixOptions = {
  /** Whether to send a case on a route; by default, all are sent. */
  readonly isWanted?: (item: DesyncCase, index: number, route: Route) => boolean;
  readonly onProgress?: (done: number, all: number) => void;
};

/** Sends every case on every route, with an innocent request behind it, and then others on other connections. */
export async function runMatrix(
  site: MatrixSite,
  options: MatrixOptions = {},
): Promise<readonly DesyncRow[]> {
  const { isWanted = () => true, onProgress = () => {} } = options;
  const scene = createScene(site);
  const cases = desyncCases(scene.ingredients);
  const rows: DesyncRow[] = [];
  for (const [index, item] of cases.entries()) {
    const outcomes: DesyncOutcome[] = [];
    for (const [route, port] of site.ports)
      if (isWanted(item, index, route)) outcomes.push(await runCase(scene, site, item, route, port));
    rows.push({ item, outcomes });
    onProgress(index + 1, cases.length);
  }
  return rows;
}

type Scene = ReturnType<typeof createScene>;

/** The requests of the matrix. An innocent one is different each time, so it is in no cache. */
function createScene({ keys, entries }: MatrixSite) {
  const [own, smuggled, innocent] = entries;
  if (own === undefined || smuggled === undefined || innocent === undefined) throw new Error('too few items');
  const list = `/static/projects/${own.projectId}/spaces/${own.spaceId}/news/instances/${own.instanceId}/news`;
  const credentials = `x-svc-ac-api-key: ${keys.key}\r\nx-svc-ac-api-secret: ${keys.secret}\r\n`;
  const usual = `Host: a\r\n${credentials}`;
  let count = 0;
  const unique = (entry: Entry) => `${list}?contentIds=${entry.id},never-${++count}`;
  return {
    ingredients: {
      path: `${list}/${own.id}`,
      smuggled: `GET ${unique(smuggled)} HTTP/1.1\r\n${usual}X-Request-Id: smuggled\r\n\r\n`,
      usual,
      credentials,
    },
    /** An innocent request, and the ID that its response must carry. */
    innocent() {
      const bytes = `GET ${unique(innocent)} HTTP/1.1\r\n${usual}X-Request-Id: innocent-${count}\r\n\r\n`;
      return { bytes: Buffer.from(bytes), name: `innocent-${count}` };
    },
    isSmuggled: (response: RawResponse) => holds(response, smuggled),
    isInnocent: (response: RawResponse, name: string) =>
      response.status === 200 && holds(response, innocent) && response.headers.get('x-request-id') === name,
    /** Whether it looks like a response to any innocent request. */
    looksInnocent: (response: RawResponse) => holds(response, innocent),
  };
}

function holds({ body }: RawResponse, { id }: Entry): boolean {
  return body.includes(`"contentId":"${id}"`);
}

const hangs = 120_000;
/** After this long without a byte, the server is waiting for more of the request. */
const silence = 250;

async function runCase(
  scene: Scene,
  { tap }: MatrixSite,
  item: DesyncCase,
  route: Route,
  port: number,
): Promise<DesyncOutcome> {
  const violations: string[] = [];
  const next = scene.innocent();
  const connection = await openConnection(port);
  await connection.send([Buffer.concat([Buffer.from(item.bytes, 'latin1'), next.bytes])]);
  const { responses, fault } = await readAll(connection, item, route, (response) =>
    scene.isInnocent(response, next.name),
  );
  connection.drop();
  if (fault !== undefined) violations.push(fault);
  const last = responses.at(-1);
  const isAnswered = last !== undefined && scene.isInnocent(last, next.name);
  for (const response of isAnswered ? responses.slice(0, -1) : responses) {
    if (scene.looksInnocent(response)) violations.push('the innocent request behind it got a wrong response');
    if (scene.isSmuggled(response) && !item.isOwn) violations.push('the smuggled request was answered');
  }
  for (let times = 0; times < 2; times++) {
    const problem = await askInnocent(scene, port, route);
    if (problem !== undefined) violations.push(`an innocent request on another connection: ${problem}`);
  }
  if (route !== 'direct' && tap !== undefined) violations.push(...(await tap.disagreements()));
  const told = responses.map((response) => (scene.isSmuggled(response) ? 'its own' : `${response.status}`));
  return { route, told: toldAs(isAnswered ? told.slice(0, -1) : told, isAnswered), violations };
}

function toldAs(statuses: readonly string[], isAnswered: boolean): string {
  const all = statuses.length === 0 ? 'nothing' : statuses.join(', ');
  return isAnswered ? `${all}, next` : `${all}, closed`;
}

/** Reads until the innocent request is answered or the connection is closed. */
async function readAll(
  connection: Connection,
  item: DesyncCase,
  route: Route,
  isLast: (response: RawResponse) => boolean,
): Promise<{ responses: readonly RawResponse[]; fault: string | undefined }> {
  const responses: RawResponse[] = [];
  const isByProxy = route !== 'direct';
  let hasEnded = false;
  for (;;) {
    const { received, isClosed } = connection;
    try {
      const isHead = item.isHead && responses.length === 0;
      const parsed = parseResponse(received, { isHead, isByProxy, isClosed });
      if (parsed !== undefined) {
        connection.take(parsed.end);
        responses.push(parsed.response);
        if (isLast(parsed.response)) return { responses, fault: undefined };
        continue;
      }
    } catch (error) {
      if (!(error instanceof FramingError)) throw error;
      return { responses, fault: isBare(item, route) ? undefined : error.message };
    }
    if (isClosed) {
      const isCut = received.length > interimEnd(received);
      return { responses, fault: isCut ? 'closed within a response' : undefined };
    }
    if (await connection.more(hasEnded ? hangs : silence)) continue;
    if (hasEnded) return { responses, fault: 'not closed' };
    connection.sendNoMore();
    hasEnded = true;
  }
}

/** nginx answers HTTP/0.9 with the bare body. */
function isBare({ bytes }: DesyncCase, route: Route): boolean {
  return route === 'nginx' && !/ HTTP\//.test(bytes.trimStart().split('\n', 1)[0] ?? '');
}

async function askInnocent(scene: Scene, port: number, route: Route): Promise<string | undefined> {
  const { bytes, name } = scene.innocent();
  const connection = await openConnection(port);
  await connection.send([bytes]);
  try {
    for (;;) {
      const { received, isClosed } = connection;
      const parsed = parseResponse(received, { isHead: false, isByProxy: route !== 'direct', isClosed });
      if (parsed !== undefined) {
        const { response } = parsed;
        if (received.length > parsed.end) return 'bytes after its response';
        return scene.isInnocent(response, name)
          ? undefined
          : `${response.status} ${response.body.toString('latin1', 0, 200)}`;
      }
      if (isClosed) return 'no response';
      if (!(await connection.more(hangs))) return 'no response in time';
    }
  } catch (error) {
    if (error instanceof FramingError) return error.message;
    throw error;
  } finally {
    connection.drop();
  }
}
