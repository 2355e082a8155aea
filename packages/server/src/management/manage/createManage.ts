import { type ManageAction, manageRoot } from '@newsstand/contract/manage';
import { createRequestIds, validRequestId } from '../../http/requestHeaders.ts';
import { requestTarget } from '../../http/router.ts';
import type { Answer } from '../Answer.ts';
import type { Asked, Handlers, OpenAction } from './Asked.ts';
import { answerError } from './answerError.ts';
import { checkOrigin } from './checkOrigin.ts';
import { checkRole } from './checkRole.ts';
import { createLine, type Line } from './createLine.ts';
import type { Desk } from './Desk.ts';
import { findRoute } from './findRoute.ts';
import { ManageRefusal } from './ManageRefusal.ts';
import { createDoor, type Door } from './people/createDoor.ts';
import { type BodyOf, decodeBody, isLarge, parseBody, parseQuery, readBytes } from './readBody.ts';

type Parts = {
  readonly desk: Desk;
  readonly handlers: Handlers;
  readonly door: Door;
  /** An item takes several times its size while it is looked at. */
  readonly inTurn: Line;
};

/** Answers whatever is asked below the root of the write interface. */
export function createManage(desk: Desk, handlers: Handlers): Answer {
  const inTurn = createLine({ atOnce: 4, waiting: 16, refusal: tooManyLarge });
  const parts: Parts = { desk, handlers, door: createDoor(desk), inTurn };
  const nextId = createRequestIds();
  return async (request, address) => {
    const requestId = validRequestId(request.headers.get('x-request-id') ?? undefined) ?? nextId();
    const answer = await admit(parts, request, address, requestId).catch((error: unknown) =>
      answerError(error, requestId, desk.onError),
    );
    for (const [name, value] of headers) answer.headers.set(name, value);
    answer.headers.set('x-request-id', requestId);
    return answer;
  };
}

const headers = Object.entries({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
});

/** Finds who is to answer, lets in who may ask, in this order, and hands over. */
async function admit(
  { desk, handlers, door, inTurn }: Parts,
  request: Request,
  address: string,
  requestId: string,
): Promise<Response> {
  const { path, url: target } = requestTarget(request.url);
  const found = findRoute(request.method, path.slice(manageRoot.length));
  if (found.type === 'nothing') throw new ManageRefusal('unknown_path', 'look at /manage/v1/openapi.json');
  if (found.type === 'methods') throw methodRefusal(found.allow);
  const { route, params } = found;
  const { action } = route;
  const url = new URL(target, desk.managementUrl());
  const asked: Asked = { route, params, url, request, requestId, address, ...readers(request, url, action) };
  if (isOpen(action) || door.isByCookie(request)) checkOrigin(request, desk.managementUrl());
  if (isOpen(action)) return await handlers[action](asked);
  const signed = await door.open(request);
  checkRole(route, signed.operator, params['projectId']);
  const answer = () => handlers[action]({ ...asked, ...signed });
  return await (bodyOf(action) === 'item' && isLarge(request) ? inTurn(answer) : answer());
}

function tooManyLarge(): ManageRefusal {
  const headers = { 'retry-after': '1' };
  return new ManageRefusal('store_busy', 'many large items are being written; try again soon', { headers });
}

/** What reads the rest of a request; the body once only, however often it is asked for. */
function readers(
  request: Request,
  url: URL,
  action: ManageAction,
): Pick<Asked, 'query' | 'bytes' | 'text' | 'body'> {
  let read: Promise<Uint8Array> | undefined;
  const bytes = () => {
    read ??= readBytes(request, bodyOf(action));
    return read;
  };
  const text = async () => decodeBody(await bytes());
  return {
    query: (schema) => parseQuery(url, schema),
    bytes,
    text,
    body: async (schema) => parseBody(await text(), schema),
  };
}

function bodyOf(action: ManageAction): BodyOf {
  if (isOpen(action)) return 'stranger';
  return action === 'createItem' || action === 'putItem' || action === 'patchItem' ? 'item' : 'other';
}

function isOpen(action: ManageAction): action is OpenAction {
  return action === 'signIn' || action === 'accept';
}

function methodRefusal(allow: readonly string[]): ManageRefusal {
  const names = allow.join(', ');
  return new ManageRefusal('method_not_allowed', `use ${names}`, { headers: { allow: names } });
}
