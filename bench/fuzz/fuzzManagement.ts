import { type ManageRoute, manageErrors, manageRoot, manageRoutes } from '@newsstand/contract/manage';
import { z } from 'zod';
import { createRandom, type Random } from './createRandom.ts';
import type { Guarded } from './judge.ts';
import { oddText } from './oddText.ts';
import { type Connection, openConnection } from './openConnection.ts';
import { FramingError, parseResponse, type RawResponse } from './parseResponse.ts';
import { canaryPattern, canaryStart, type World } from './world.ts';

/** A request to the private listener, and what is known about its response. */
export type ManageRequest = {
  readonly bytes: Buffer;
  readonly method: string;
  readonly target: string;
  readonly isViewer: boolean;
  /** Whether success would be a fault: none of these clients may change anything. */
  readonly isForbidden: boolean;
};

/** The target. */
export type ManageTarget = {
  readonly url: string;
  readonly viewerToken: string;
  readonly guarded: Guarded;
};

/** The result of a run. */
export type ManageResult = {
  readonly responses: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly violations: readonly { readonly index: number; readonly what: string; readonly request: string }[];
};

const lanes = 8;
const mostViolations = 20;

/** Sends requests to the private listener, without a session and as an operator with the viewer role. */
export async function fuzzManagement(
  { url, viewerToken, guarded }: ManageTarget,
  { seed, requests }: { readonly seed: number; readonly requests: number },
): Promise<ManageResult> {
  const { host, port } = new URL(url);
  const statuses = new Map<number, number>();
  const violations: { index: number; what: string; request: string }[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    let connection: Connection | undefined;
    while (next < requests && violations.length < mostViolations) {
      const index = next++;
      const request = makeManageRequest(createRandom(seed, index), guarded.world, host, viewerToken);
      if (connection === undefined || connection.isClosed) connection = await openConnection(Number(port));
      const response = await ask(connection, request);
      const whats = typeof response === 'string' ? [response] : judgeManage(guarded, request, response);
      const shown = JSON.stringify(request.bytes.toString('latin1', 0, 600));
      for (const what of whats) violations.push({ index, what, request: shown });
      if (typeof response !== 'string')
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (typeof response !== 'string' && !response.closes) continue;
      connection.drop();
      connection = undefined;
    }
    connection?.drop();
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return { responses: [...statuses.values()].reduce((sum, count) => sum + count, 0), statuses, violations };
}

const hangs = 120_000;

async function ask(connection: Connection, { bytes, method }: ManageRequest): Promise<RawResponse | string> {
  await connection.send([bytes]);
  for (;;) {
    const { received, isClosed } = connection;
    try {
      const parsed = parseResponse(received, { isHead: method === 'HEAD', isByProxy: false, isClosed });
      if (parsed !== undefined) {
        connection.take(parsed.end);
        return connection.received.length > 0 ? 'bytes after the response' : parsed.response;
      }
    } catch (error) {
      if (error instanceof FramingError) return error.message;
      throw error;
    }
    if (isClosed) return received.length > 0 ? 'closed within a response' : 'closed';
    if (!(await connection.more(hangs))) return 'no response';
  }
}

/** What operators may do for themselves, whatever their role. */
const own = new Set([
  'changeOperator',
  'changePassword',
  'changeMail',
  'endSession',
  'endSessions',
  'signOutEverywhere',
  'createToken',
  'removeToken',
  'explore',
  'showPicture',
]);

/** Generates a request from the routes of the write interface, or to an unknown path. */
export function makeManageRequest(random: Random, world: World, host: string, token: string): ManageRequest {
  const isViewer = random.chance(0.5);
  // Signing out would invalidate the token for all later requests.
  const routes = manageRoutes.filter(({ action }) => action !== 'signOut');
  const route: ManageRoute | undefined = random.chance(0.9) ? random.pick<ManageRoute>(routes) : undefined;
  const path = route === undefined ? besides(random) : manageRoot + fillPath(random, route, world);
  const target =
    path + (random.chance(0.3) ? `?${oddText(random).replaceAll('#', '')}=${oddText(random)}` : '');
  const method =
    route !== undefined && random.chance(0.95)
      ? route.method
      : random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
  const isReading = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const body = isReading ? '' : makeBody(random, route);
  const content = Buffer.from(body);
  const authorization = isViewer ? `Bearer ${token}` : random.pick(forged);
  const lines = [
    `Host: ${host}`,
    ...(authorization === '' ? [] : [`Authorization: ${authorization}`]),
    ...(isReading ? [] : [`Content-Type: ${random.pick(contentTypes)}`, `Content-Length: ${content.length}`]),
    ...random.pick([
      [],
      ['Origin: http://evil.test'],
      [`Origin: http://${host}`],
      ['Sec-Fetch-Site: cross-site'],
    ]),
    ...random.pick([[], [], ['If-Match: "1"'], ['If-Match: *'], [`If-Match: ${random.below(99)}`]]),
    ...(isViewer ? [] : random.pick([[], ['Cookie: newsstand_session=x'], ['Cookie: newsstand_session=']])),
    ...random.pick([[], ['Tus-Resumable: 1.0.0', 'Upload-Length: 10'], ['Upload-Offset: -1']]),
  ];
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'utf8');
  const action = route?.action ?? '';
  // Operators can't change their own roles.
  const isRoleChange = action === 'changeOperator' && body.includes('role');
  const isAllowed = action === 'requestPasskey' || (isViewer && own.has(action) && !isRoleChange);
  return {
    bytes: Buffer.concat([head, content]),
    method,
    target,
    isViewer,
    isForbidden: !isReading && !isAllowed,
  };
}

const forged = [
  '',
  '',
  'Bearer nst_wrong',
  'Bearer ',
  'Basic YTpi',
  `Bearer nst_${'x'.repeat(2000)}`,
  'nst_x',
];
const contentTypes = [
  ...['application/json', 'application/json', 'application/json', 'application/merge-patch+json'],
  ...[
    'text/plain',
    'application/offset+octet-stream',
    'multipart/form-data',
    '',
    'application/json; charset=utf-16',
  ],
];

function besides(random: Random): string {
  return random.pick([
    ...[
      '/',
      '/console',
      '/console/',
      '/console/index.html',
      '/console/../../package.json',
      '/console/%2e%2e/x',
    ],
    ...[
      '/metrics',
      '/readyz',
      '/healthz',
      '/static/projects/acme/spaces/web/collection/tags',
      '/manage',
      '/manage/v1/',
    ],
    `/console/${oddText(random)}`,
    `${manageRoot}/${oddText(random)}`,
  ]);
}

function fillPath(random: Random, { path }: ManageRoute, world: World): string {
  const entry = random.pick(world.entries);
  const known: Readonly<Record<string, string>> = {
    projectId: entry.projectId,
    spaceId: entry.spaceId,
    instanceId: entry.instanceId ?? 'press',
    app: entry.kind,
    contentId: entry.id,
    mediaId: entry.id,
    categoryId: entry.id,
    tagId: entry.id,
    operatorId: 'vera',
    version: '1',
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    random.chance(0.9) ? (known[name] ?? `x${random.below(100)}`) : encodeURIComponent(oddText(random)),
  );
}

function makeBody(random: Random, route: ManageRoute | undefined): string {
  return random.weigh([
    [4, () => JSON.stringify(randomValue(random, 4))],
    [1, () => `{"name":"Vera","roles":[{"projectId":"${random.pick(['*', 'acme'])}","role":"owner"}]}`],
    [3, () => JSON.stringify({ name: 'x', status: 'published', values: randomValue(random, 3) })],
    [
      1,
      () =>
        `{"password":"${'p'.repeat(random.below(3000))}","operatorId":"vera","name":"${oddText(random)}"}`,
    ],
    [1, () => '['.repeat(random.below(20_000))],
    [1, () => `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`],
    [
      1,
      () =>
        random.pick([
          '',
          '{',
          'null',
          '"\\ud800"',
          '{"__proto__":{"role":"owner"}}',
          '1e999',
          '{"a":1,"a":2}',
          '\u0000',
        ]),
    ],
    [1, () => JSON.stringify({ action: route?.action, text: 'x'.repeat(random.below(100_000)) })],
  ])();
}

function randomValue(random: Random, depth: number): unknown {
  const leaf = () =>
    random.pick<unknown>([
      null,
      true,
      0,
      -1,
      1e21,
      0.1,
      '',
      'text',
      '\ud800',
      oddText(random),
      8.64e15,
      'https://a.test',
    ]);
  if (depth === 0 || random.chance(0.3)) return leaf();
  if (random.chance(0.3)) return random.times(random.below(5), () => randomValue(random, depth - 1));
  const names = [
    'name',
    'alias',
    'status',
    'values',
    'title',
    'body',
    'role',
    'grants',
    'toString',
    '__proto__',
    'roles',
  ];
  return Object.fromEntries(
    random.times(random.below(6), () => [random.pick(names), randomValue(random, depth - 1)]),
  );
}

const problemStatuses: ReadonlySet<number> = new Set(Object.values(manageErrors).map(({ status }) => status));

/** Describes what is wrong with a response of the private listener. */
export function judgeManage(
  { world, secrets }: Guarded,
  { isViewer, isForbidden, target, method, bytes }: ManageRequest,
  { status, headers, head, body }: RawResponse,
): readonly string[] {
  const faults: string[] = [];
  const text = body.toString('latin1');
  if (status >= 500) faults.push(`status ${status}: ${text.slice(0, 200)}`);
  if (status < 300 && isForbidden) faults.push(`${status}, although nobody may do that`);
  const isOpen = /^\/(console|metrics|readyz|healthz)?(\/|\?|$)/.test(target);
  if (status < 300 && !isViewer && method !== 'OPTIONS' && !isOpen) faults.push(`${status} for a stranger`);
  if (status >= 400 && !problemStatuses.has(status)) faults.push(`status ${status} is not documented`);
  // The files of the console are for browsers, which do not expect problem details.
  const isInterface = target.startsWith(`${manageRoot}/`);
  if (
    status >= 400 &&
    isInterface &&
    method !== 'HEAD' &&
    headers.get('content-type') !== 'application/problem+json'
  )
    faults.push(`${status} is ${headers.get('content-type')}, not problem details`);
  if (headers.get('content-type') === 'application/problem+json' && method !== 'HEAD')
    faults.push(...judgeProblem(body.toString('utf8'), status));
  for (const part of [head, text]) {
    for (const [secret, what] of secrets) if (part.includes(secret)) faults.push(`${what} leaks`);
    if (!part.includes(canaryStart)) continue;
    for (const [found, place] of part.matchAll(canaryPattern)) {
      const isOwn = world.entries[Number(place)]?.projectId === 'acme';
      if (!isViewer || !isOwn) faults.push(`${isViewer ? 'the viewer' : 'a stranger'} sees ${found}`);
    }
  }
  const asksForRival = bytes.includes('rival');
  if (isViewer && isInterface && !asksForRival && text.includes('rival'))
    faults.push('the viewer sees another project');
  return faults;
}

const problemDetails = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string().min(1),
  code: z.string(),
  requestId: z.string(),
});

function judgeProblem(text: string, status: number): readonly string[] {
  const parsed = problemDetails.safeParse(parsedJson(text));
  if (!parsed.success) return [`invalid problem details: ${text.slice(0, 200)}`];
  return parsed.data.status === status ? [] : [`problem details of ${parsed.data.status} with ${status}`];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
