import { type TokenView, tokenOrder } from '@newsstand/contract/manage';
import type { AuthToken } from '../../../store/Admin.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { writeAs } from '../writeAs.ts';
import { issueToken, keepToken, mostTokens, tokenAuditEvent } from './issueToken.ts';

/** The own tokens of an operator. */
export function tokenHandlers(
  context: ApiContext,
): Pick<Handlers, 'listTokens' | 'createToken' | 'removeToken'> {
  return {
    listTokens: async ({ operator }) => {
      const store = await context.store();
      const authTokens = await store.read((reader) => reader.authTokens(operator.operatorId));
      return Response.json(authTokens.filter(isToken).toSorted(byAge).map(tokenView));
    },
    createToken: async (req) => {
      const { name, expiresAt } = await req.body(tokenOrder);
      if (expiresAt !== undefined && expiresAt <= context.now()) throw past();
      if (isLonger(expiresAt, req.authToken)) throw tooLong(req.authToken);
      const { operatorId } = req.operator;
      const { authToken, secret } = issueToken({ operatorId, name, expiresAt }, context);
      await writeAs(
        context,
        req,
        async (writer) => {
          if (await keepToken(writer, authToken)) return;
          throw new ApiProblem('conflict', `there are ${mostTokens} tokens already; end one first`);
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
          const authToken = authTokens.find((each) => isToken(each) && each.id === req.params['tokenId']);
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

function isToken({ type }: AuthToken): boolean {
  return type === 'token';
}

function byAge(a: AuthToken, b: AuthToken): number {
  return a.createdAt - b.createdAt;
}

function tokenView({ id, name = '', createdAt, expiresAt, lastUsedAt }: AuthToken): TokenView {
  return {
    ...{ tokenId: id, name, createdAt },
    ...(expiresAt !== undefined && { expiresAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
  };
}

/** A leaked token ends when it was meant to: it cannot extend itself. */
function isLonger(expiresAt: number | undefined, { type, expiresAt: end }: AuthToken): boolean {
  return type === 'token' && end !== undefined && (expiresAt === undefined || expiresAt > end);
}

function tooLong({ expiresAt }: AuthToken): ApiProblem {
  const errors = [{ path: 'expiresAt', message: `must be given, and at most ${expiresAt}` }];
  return new ApiProblem('invalid_body', 'a token makes none that lasts longer than itself', { errors });
}

function past(): ApiProblem {
  const errors = [{ path: 'expiresAt', message: 'must be in the future' }];
  return new ApiProblem('invalid_body', 'the token would be over already', { errors });
}
