import type { Answer } from './judge.ts';
import type { Reading } from './messages.ts';
import { type Line, openLine } from './openLine.ts';
import { type ReaderRequest, readerRequests } from './readerRequests.ts';

/** The results of the requests; `times` are from when each was due to its last byte. */
export type LoadCounts = {
  requests: number;
  notModified: number;
  failed: number;
  readonly failures: string[];
  readonly times: number[];
  ownPause: number;
  /** The slowest response. */
  slowest: Answer;
  /** Those that took longer than a limit. */
  readonly late: Answer[];
};

/** Requests at a fixed rate, however slow the responses are, distributed over the running nodes. */
export type Load = {
  readonly counts: LoadCounts;
  up(node: number, url: string): void;
  /** Drops the requests in flight: a killed node is not expected to respond. */
  down(node: number): void;
  /** The node was asked to stop. It must finish what it has begun; what it does not take is sent to others. */
  leaving(node: number): void;
  /** Forgets the times so far, but not the failures. */
  warm(): void;
  stop(): Promise<void>;
};

/** To each node. Readers do not wait for each other: enough for all whose responses are not too late yet. */
const usualConnections = 200;
const retryMilliseconds = 50;
const mostFailures = 5;
const nothingYet: Answer = { time: 0, node: -1, at: 0 };

type Lane = {
  readonly url: string;
  readonly free: Sender[];
  readonly lines: Set<Line>;
  waiting: number[];
  isDown: boolean;
  /** It was asked to stop: requests that it does not take are sent to others, as proxies do. */
  isLeaving: boolean;
};
type Sender = (due: number) => void;

/** Starts immediately; while no node is up, requests wait. Responses that take longer than `limit` are kept. */
export function openLoad(
  { headers, items, perSecond, media }: Reading,
  limit: number,
  connections = usualConnections,
): Load {
  const ask = readerRequests(items, media);
  const tags = new Map<string, string>();
  const fixed = Object.entries({ host: 'newsstand', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const counts: LoadCounts = {
    requests: 0,
    notModified: 0,
    failed: 0,
    failures: [],
    times: [],
    ownPause: 0,
    slowest: nothingYet,
    late: [],
  };
  const lanes: Lane[] = [];
  let inFlight = 0;
  let isStopping = false;

  function fail(lane: Lane, what: string): void {
    if (lane.isDown || isStopping) return;
    counts.failed++;
    if (counts.failures.length < mostFailures) {
      counts.failures.push(`node ${lanes.indexOf(lane) + 1} at ${new Date().toISOString()}: ${what}`);
    }
  }

  function note(lane: Lane, time: number): void {
    counts.times.push(time);
    if (time <= counts.slowest.time && time <= limit) return;
    const answer = { time, node: lanes.indexOf(lane), at: Date.now() };
    if (time > counts.slowest.time) counts.slowest = answer;
    if (time > limit) counts.late.push(answer);
  }

  function requestText({ path, revalidates }: ReaderRequest): string {
    const tag = revalidates ? tags.get(path) : undefined;
    return `GET ${path} HTTP/1.1\r\n${fixed.join('')}${tag === undefined ? '' : `if-none-match: ${tag}\r\n`}\r\n`;
  }

  async function connect(lane: Lane): Promise<void> {
    let due = 0;
    let request: ReaderRequest = { path: '', revalidates: false };
    const send: Sender = (at) => {
      due = at;
      request = ask();
      inFlight++;
      line.send(requestText(request));
    };
    const line = await openLine(lane.url, {
      onResponse(status, head) {
        inFlight--;
        counts.requests++;
        note(lane, performance.now() - due);
        if (status === 304) counts.notModified++;
        else if (status !== 200) fail(lane, `${status} for ${request.path}`);
        if (request.revalidates) tags.set(request.path, /etag: (.*)\r\n/i.exec(head)?.[1] ?? '');
        const next = lane.waiting.shift();
        if (next === undefined) lane.free.push(send);
        else send(next);
      },
      onGone(during) {
        lane.lines.delete(line);
        if (during !== 'nothing') inFlight--;
        if (during === 'request' && lane.isLeaving) lane.waiting.push(due);
        else if (during !== 'nothing') fail(lane, `connection lost at ${request.path}`);
        const place = lane.free.indexOf(send);
        if (place >= 0) lane.free.splice(place, 1);
        if (!lane.isLeaving) void keepConnected(lane);
        else if (lane.lines.size === 0) leave(lane);
      },
    });
    if (lane.isDown) return line.close();
    lane.lines.add(line);
    const next = lane.waiting.shift();
    if (next === undefined) lane.free.push(send);
    else send(next);
  }

  async function keepConnected(lane: Lane): Promise<void> {
    while (!lane.isDown && !lane.isLeaving && !isStopping) {
      const problem = await connect(lane).then(
        () => undefined,
        (error) => `no connection: ${error}`,
      );
      if (problem === undefined || lane.isLeaving) return;
      fail(lane, problem);
      await Bun.sleep(retryMilliseconds);
    }
  }

  /** The others take what is waiting. */
  function leave(lane: Lane): void {
    lane.isDown = true;
    const { waiting } = lane;
    lane.waiting = [];
    for (const [turn, due] of waiting.entries()) issue(due, turn);
  }

  function issue(due: number, turn: number): void {
    const living = lanes.filter(({ isDown }) => !isDown);
    const lane = living[turn % living.length];
    const send = lane?.free.pop();
    if (send === undefined) lane?.waiting.push(due);
    else send(due);
  }

  const began = performance.now();
  let issued = 0;
  let lastTick = began;
  const timer = setInterval(() => {
    const now = performance.now();
    counts.ownPause = Math.max(counts.ownPause, now - lastTick);
    lastTick = now;
    for (; began + (issued / perSecond) * 1000 < now; issued++) {
      if (lanes.length > 0) issue(began + (issued / perSecond) * 1000, issued);
    }
  }, 1);

  return {
    counts,
    up(node, url) {
      const lane: Lane = { url, free: [], lines: new Set(), waiting: [], isDown: false, isLeaving: false };
      lanes[node] = lane;
      for (let n = 0; n < connections; n++) void keepConnected(lane);
    },
    down(node) {
      const lane = lanes[node];
      if (lane === undefined) return;
      inFlight -= lane.lines.size - lane.free.length;
      for (const line of lane.lines) line.close();
      leave(lane);
    },
    leaving(node) {
      const lane = lanes[node];
      if (lane !== undefined) lane.isLeaving = true;
    },
    warm() {
      counts.times.length = 0;
      counts.late.length = 0;
      counts.ownPause = 0;
      counts.slowest = nothingYet;
    },
    async stop() {
      clearInterval(timer);
      for (let tries = 0; inFlight > 0 && tries < 1000; tries++) await Bun.sleep(10);
      counts.failed += inFlight;
      if (inFlight > 0) counts.failures.push(`${inFlight} requests got no response`);
      isStopping = true;
      for (const lane of lanes) for (const line of lane.lines) line.close();
    },
  };
}
