import { faultAt } from '@newsstand/contract';
import {
  acceptance,
  breakGlass as breakGlassBody,
  everyProject,
  type HeldRole,
  type Invitation,
  type OperatorView,
  operatorChange,
  operatorOrder,
  operatorRemoval,
} from '@newsstand/contract/manage';
import type { z } from 'zod';
import type { AuthToken, Operator } from '../../../store/Admin.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { ApiRequest, Handlers, OpenHandler, OperatorRequest } from '../ApiRequest.ts';
import { writeAs } from '../writeAs.ts';
import { accessHandlers } from './accessHandlers.ts';
import { isExpired } from './authenticate.ts';
import { sha256Of } from './authTokens.ts';
import {
  changeOperator,
  eraseOperator,
  type Invited,
  inviteOperator,
  operatorAuditEvents,
  removeOperator,
  resetFactors,
  sendLink,
} from './changeOperators.ts';
import { createPasswordChecker, type PasswordChecker } from './createPasswordChecker.ts';
import { factorHandlers } from './factorHandlers.ts';
import { endAuthTokens, linkMethod, welcomeUrl } from './invitations.ts';
import { mailHandlers } from './mailHandlers.ts';
import { type Entered, enter, enteredResponse, passwordsOff } from './openSession.ts';
import { operatorView } from './operatorView.ts';
import { passkeyHandlers } from './passkeyHandlers.ts';
import { isSeenBy, isWithin, partsSeen, placeOf } from './rights.ts';
import { allowsPasswords, sessionHandlers } from './sessionHandlers.ts';
import { sessionListHandlers } from './sessionListHandlers.ts';
import { tokenHandlers } from './tokenHandlers.ts';

/** Handles sessions, links, passwords, tokens and operators. */
export function operatorHandlers(context: ApiContext) {
  const passwords = createPasswordChecker(context.now);
  return {
    accept: createAccept(context, passwords),
    breakGlass: (req) => breakGlass(context, req),
    ...sessionHandlers(context, passwords),
    ...factorHandlers(context, passwords),
    ...passkeyHandlers(context),
    ...accessHandlers(context),
    ...sessionListHandlers(context),
    ...tokenHandlers(context),
    ...mailHandlers(context),
    ...adminHandlers(context),
  } satisfies Partial<Handlers>;
}

type AdminHandlers = Pick<
  Handlers,
  | 'listOperators'
  | 'listNames'
  | 'inviteOperator'
  | 'changeOperator'
  | 'inviteAgain'
  | 'removeOperator'
  | 'resetFactors'
>;

/** Owners manage other operators, within the projects that they own. */
function adminHandlers(context: ApiContext): AdminHandlers {
  return {
    listOperators: async ({ operator }) => {
      const store = await context.store();
      return Response.json(await store.read((reader) => listFor(reader, operator, context.now())));
    },
    listNames: async ({ operator: { operatorId, roles } }) => {
      const operators = await (await context.store()).read((reader) => reader.operators());
      const known = operators.filter(
        (other) =>
          other.operatorId === operatorId ||
          other.roles.some((grant) => partsSeen(roles, placeOf(grant)).length > 0),
      );
      return Response.json(known.map(({ operatorId: id, name }) => ({ operatorId: id, name })));
    },
    inviteOperator: async (req) => {
      const order = await req.body(operatorOrder);
      const invited = await writeAs(
        context,
        req,
        (writer, operator) => inviteOperator(writer, context, operator, order),
        ({ operator }) => operatorAuditEvents('operator.invite', operator),
      );
      return invitationResponse(context, req, invited);
    },
    inviteAgain: async (req) => {
      const invited = await writeAs(
        context,
        req,
        (writer, operator) => sendLink(writer, context, operator, idOf(req)),
        ({ operator }) => operatorAuditEvents('operator.link', operator),
      );
      return invitationResponse(context, req, invited);
    },
    changeOperator: async (req) => {
      const wanted = await req.body(operatorChange);
      const { after } = await writeAs(
        context,
        req,
        (writer, operator) => changeOperator(writer, context, operator, idOf(req), wanted),
        (result) => (result.isChanged ? operatorAuditEvents('operator.change', result.after) : []),
      );
      return Response.json(await viewFor(context, req.operator, after));
    },
    resetFactors: async (req) => {
      await writeAs(
        context,
        req,
        (writer, operator) => resetFactors(writer, operator, idOf(req)),
        (operator) => operatorAuditEvents('factor.reset', operator),
      );
      return new Response(null, { status: 204 });
    },
    removeOperator: async (req) => {
      const isErased = req.query(operatorRemoval).erase === 'true';
      const remove = isErased ? eraseOperator : removeOperator;
      await writeAs(
        context,
        req,
        (writer, operator) => remove(writer, operator, idOf(req)),
        (taken) => operatorAuditEvents(isErased ? 'operator.erase' : 'operator.remove', taken),
      );
      return new Response(null, { status: 204 });
    },
  };
}

function idOf({ params }: OperatorRequest): string {
  return params['operatorId'] ?? '';
}

/** Owners see operators with a role in their projects; everybody sees themselves. */
async function listFor(reader: StoreReader, operator: Operator, now: number): Promise<OperatorView[]> {
  const views: OperatorView[] = [];
  for (const other of await reader.operators()) {
    const isSelf = other.operatorId === operator.operatorId;
    // A token may leave them fewer roles than they have.
    const roles = isSelf ? operator.roles : rolesSeen(operator, other);
    if (isSelf || isSeenBy(operator.roles, other)) views.push(await operatorView(reader, other, now, roles));
  }
  return views;
}

function rolesSeen(operator: Operator, other: Operator): readonly HeldRole[] {
  if (operator.operatorId === other.operatorId) return other.roles;
  return other.roles.filter((grant) => isWithin(operator.roles, grant));
}

async function viewFor(context: ApiContext, operator: Operator, other: Operator): Promise<OperatorView> {
  const store = await context.store();
  return store.read((reader) => operatorView(reader, other, context.now(), rolesSeen(operator, other)));
}

async function invitationResponse(
  context: ApiContext,
  req: OperatorRequest,
  { operator, issued }: Invited,
): Promise<Response> {
  const invitation: Invitation = {
    operator: await viewFor(context, req.operator, operator),
    url: welcomeUrl(context.managementUrl(), issued.secret),
    expiresAt: issued.expiresAt,
  };
  return Response.json(invitation, { status: 201 });
}

type Acceptance = z.infer<typeof acceptance>;

/** Accepts an invitation: sets the password, and signs in. Also creates the first owner. */
function createAccept(context: ApiContext, passwords: PasswordChecker): OpenHandler {
  return async (req) => {
    const given = await req.body(acceptance);
    const store = await context.store();
    // Checked first: only the holder of a link may trigger a hash.
    await store.read((reader) => invited(reader, given, context.now()));
    const hasPasswords = await allowsPasswords(store);
    if (given.password === undefined && hasPasswords) throw invalidMember('password', 'missing');
    if (given.password !== undefined && !hasPasswords) throw passwordsOff();
    const passwordHash = given.password === undefined ? undefined : await passwords.hash(given.password);
    const entered = await store.write((writer) =>
      passwordHash === undefined
        ? acceptByPasskey(writer, context, given, req)
        : accept(writer, context, given, passwordHash, req),
    );
    return enteredResponse(context, req.raw, entered);
  };
}

async function accept(
  writer: Writer,
  context: ApiContext,
  given: Acceptance,
  passwordHash: string,
  req: ApiRequest,
): Promise<Entered> {
  const now = context.now();
  const { authToken, operator: before } = await invited(writer, given, now);
  const operator = { ...before, passwordHash };
  await writer.putOperator(operator);
  const { operatorId } = operator;
  await endAuthTokens(writer, authToken.operatorId, ({ type }) => type !== 'token');
  const action = authToken.operatorId === undefined ? 'operator.create' : 'operator.accept';
  const target = `operators/${operatorId}`;
  await writer.addAudit({ at: now, by: operatorId, action, target, details: { address: req.address } });
  // The link stands for the password that it has set: it is no second factor.
  return enter(writer, context, req, operator, { methods: ['password'], isTwoFactor: false });
}

/** Without a password, the link is the first factor, and is used up once a passkey is set up, or another factor is shown. */
async function acceptByPasskey(
  writer: Writer,
  context: ApiContext,
  given: Acceptance,
  req: ApiRequest,
): Promise<Entered> {
  const { authToken, operator } = await invited(writer, given, context.now());
  if (authToken.operatorId === undefined) throw passwordsOff();
  return enter(writer, context, req, operator, { methods: [linkMethod], isTwoFactor: false });
}

/** Signs in with a link of the command line, which counts as all factors, once. */
async function breakGlass(context: ApiContext, req: ApiRequest): Promise<Response> {
  const { token } = await req.body(breakGlassBody);
  const store = await context.store();
  const sha256 = sha256Of(token);
  // Without a lock first: strangers must not make others wait.
  await store.read((reader) => brokenGlass(reader, sha256, context.now()));
  const entered = await store.write(async (writer) => {
    const operator = await brokenGlass(writer, sha256, context.now());
    await writer.removeAuthToken(sha256);
    return enter(writer, context, req, operator, { methods: ['break-glass'], isTwoFactor: true });
  });
  return enteredResponse(context, req.raw, entered);
}

async function brokenGlass(reader: StoreReader, sha256: string, now: number): Promise<Operator> {
  const authToken = await reader.authToken(sha256);
  const isValid = authToken?.type === 'breakGlass' && !isExpired(authToken, now);
  const operator = isValid ? await reader.operator(authToken.operatorId ?? '') : undefined;
  if (operator === undefined) throw invalidLink();
  return operator;
}

/** The operator that a link is for, or that it creates; throws if it is invalid. */
async function invited(
  reader: StoreReader,
  given: Acceptance,
  now: number,
): Promise<{ readonly authToken: AuthToken; readonly operator: Operator }> {
  const authToken = await reader.authToken(sha256Of(given.token));
  if (authToken?.type !== 'invitation' || isExpired(authToken, now)) throw invalidLink();
  if (authToken.operatorId === undefined)
    return { authToken, operator: await firstOwner(reader, given, now) };
  const operator = await reader.operator(authToken.operatorId);
  if (operator === undefined) throw invalidLink();
  if (given.operatorId !== undefined && given.operatorId !== operator.operatorId) {
    const errors = [faultAt('operatorId', 'other_operator', { id: operator.operatorId })];
    throw new ApiProblem('invalid_body', 'the link is for somebody else', { errors });
  }
  return { authToken, operator: { ...operator, name: given.name ?? operator.name } };
}

async function firstOwner(
  reader: StoreReader,
  { operatorId, name }: Acceptance,
  now: number,
): Promise<Operator> {
  if ((await reader.operators()).length > 0) throw invalidLink();
  if (operatorId === undefined || name === undefined) {
    const missing = Object.entries({ operatorId, name }).filter(([, value]) => value === undefined);
    const errors = missing.map(([path]) => faultAt(path, 'missing'));
    throw new ApiProblem('invalid_body', 'the first owner needs operatorId and name', { errors });
  }
  return {
    operatorId,
    name,
    roles: [{ projectId: everyProject, role: 'owner', givenAt: now }],
    createdAt: now,
  };
}

function invalidLink(): ApiProblem {
  return new ApiProblem(
    'link_invalid',
    'ask an owner for a new link; for the first owner, restart the service, or use newsstand operator link',
  );
}
