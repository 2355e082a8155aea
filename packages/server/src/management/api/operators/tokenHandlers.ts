import { broken, faultAt } from '@newsstand/contract';
import { isAllowed, type RoleGrant, type TokenView, tokenOrder } from '@newsstand/contract/manage';
import type { AuthToken } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { type AuditEvent, writeAs } from '../writeAs.ts';
import { newAuthTokenId, newAuthTokenSecret, sha256Of } from './authTokens.ts';
import { plainRoles } from './rights.ts';

/** Handles an operator's own tokens. */
export function tokenHandlers(
  context: ApiContext,
): Pick<Handlers, 'listTokens' | 'createToken' | 'removeToken'> {
  return {
    listTokens: async ({ operator, authToken }) => {
      const store = await context.store();
      const authTokens = await store.read((reader) => reader.authTokens(operator.operatorId));
      const seen = authTokens.filter((each) => isToken(each) && isNarrower(each, authToken));
      return Response.json(seen.toSorted(byAge).map(tokenView));
    },
    createToken: async (req) => {
      const { name, expiresAt, scopes: wanted } = await req.body(tokenOrder);
      if (expiresAt !== undefined && expiresAt <= context.now()) throw past();
      if (isLonger(expiresAt, req.authToken)) throw tooLong(req.authToken);
      const { operatorId } = req.operator;
      const scopes = (wanted && plainRoles(wanted)) ?? req.authToken.scopes;
      const { authToken, secret } = issueToken({ operatorId, name, expiresAt, scopes }, context);
      await writeAs(
        context,
        req,
        async (writer, { roles }) => {
          checkScopesWithin(roles, wanted);
          if (await keepToken(writer, authToken)) return;
          throw new ApiProblem('conflict', broken('too_many_tokens', { most: mostTokens }));
        },
        () => [tokenAuditEvent('token.create', authToken)],
      );
      return Response.json({ ...tokenView(authToken), token: secret }, { status: 201 });
    },
    removeToken: async (req) => {
      const { operatorId } = req.operator;
      await writeAs(
        context,
        req,
        async (writer) => {
          const authTokens = await writer.authTokens(operatorId);
          const authToken = authTokens.find(
            (each) => isToken(each) && isNarrower(each, req.authToken) && each.id === req.params['tokenId'],
          );
          if (authToken === undefined) throw new ApiProblem('not_found', 'you have no such token');
          await writer.removeAuthToken(authToken.sha256);
          return authToken;
        },
        (authToken) => [tokenAuditEvent('token.remove', authToken)],
      );
      return new Response(null, { status: 204 });
    },
  };
}

/** Whether a token may do no more than another one; of wider ones it neither knows nor revokes any. */
function isNarrower({ scopes }: AuthToken, other: AuthToken): boolean {
  if (other.scopes === undefined) return true;
  return scopes?.every((scope) => isAllowed(other.scopes ?? [], scope.role, scope)) === true;
}

/** A scope that is not allowed now would come into force with a later role. */
function checkScopesWithin(roles: readonly RoleGrant[], scopes: readonly RoleGrant[] = []): void {
  const beyond = scopes.findIndex((scope) => !isAllowed(roles, scope.role, scope));
  const found = scopes[beyond];
  if (found === undefined) return;
  const { projectId, spaceId, instanceId, role } = found;
  const place = [projectId, spaceId, instanceId].filter((each) => each !== undefined).join('/');
  throw invalidMember(`scopes.${beyond}`, 'beyond_scopes', { scope: `${role}:${place}` });
}

function isToken({ type }: AuthToken): boolean {
  return type === 'token';
}

function byAge(a: AuthToken, b: AuthToken): number {
  return a.createdAt - b.createdAt;
}

function tokenView({ id, name = '', scopes, createdAt, expiresAt, lastUsedAt }: AuthToken): TokenView {
  return {
    ...{ tokenId: id, name, createdAt },
    ...(scopes !== undefined && { scopes: [...scopes] }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
  };
}

/** A leaked token cannot extend itself beyond its expiry. */
function isLonger(expiresAt: number | undefined, { type, expiresAt: end }: AuthToken): boolean {
  return type === 'token' && end !== undefined && (expiresAt === undefined || expiresAt > end);
}

function tooLong({ expiresAt = 0 }: AuthToken): ApiProblem {
  const errors = [faultAt('expiresAt', 'outlives_token', { most: expiresAt })];
  return new ApiProblem('invalid_body', 'a token cannot create one that outlives it', { errors });
}

function past(): ApiProblem {
  const errors = [faultAt('expiresAt', 'past')];
  return new ApiProblem('invalid_body', 'the token would already be expired', { errors });
}

/** The sources of time and randomness. */
type Source = { readonly now: () => number; readonly random: (bytes: number) => Uint8Array };

/** The properties of a new token. */
type TokenOrder = {
  readonly operatorId: string;
  readonly name: string;
  readonly expiresAt?: number | undefined;
  readonly scopes?: readonly RoleGrant[] | undefined;
};

/** A token, and its secret, which is known only now. */
type IssuedToken = { readonly authToken: AuthToken; readonly secret: string };

/** How many tokens an operator may have. */
export const mostTokens = 100;

/** Issues a token for scripts; nothing is stored yet. */
export function issueToken(order: TokenOrder, { now, random }: Source): IssuedToken {
  const secret = newAuthTokenSecret('token', random);
  const id = newAuthTokenId(random);
  return { authToken: { sha256: sha256Of(secret), type: 'token', id, createdAt: now(), ...order }, secret };
}

/** Stores a token; false if its operator already has too many. */
export async function keepToken(writer: Writer, authToken: AuthToken): Promise<boolean> {
  const others = (await writer.authTokens(authToken.operatorId)).filter(({ type }) => type === 'token');
  if (others.length >= mostTokens) return false;
  await writer.putAuthToken(authToken);
  return true;
}

/** The audit event of a token. */
export function tokenAuditEvent(
  action: 'token.create' | 'token.remove',
  { operatorId, id, name, scopes }: AuthToken,
): AuditEvent {
  return {
    action,
    target: `operators/${operatorId}/tokens/${id}`,
    details: { name, ...(scopes && { scopes }) },
  };
}
