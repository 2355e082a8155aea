import { type TokenView, tokenOrder } from '@newsstand/contract/manage';
import type { Pass } from '../../../store/Office.ts';
import type { Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import { writeAs } from '../writeAs.ts';
import { issueToken, keepToken, mostTokens, tokenDeed } from './issueToken.ts';

/** The own tokens of an operator. */
export function tokenHandlers(desk: Desk): Pick<Handlers, 'listTokens' | 'createToken' | 'removeToken'> {
  return {
    listTokens: async ({ operator }) => {
      const store = await desk.store();
      const passes = await store.read((reader) => reader.passes(operator.operatorId));
      return Response.json(passes.filter(isToken).toSorted(byAge).map(tokenView));
    },
    createToken: async (asked) => {
      const { name, expiresAt } = await asked.body(tokenOrder);
      if (expiresAt !== undefined && expiresAt <= desk.now()) throw past();
      if (isLonger(expiresAt, asked.pass)) throw tooLong(asked.pass);
      const { operatorId } = asked.operator;
      const { pass, secret } = issueToken({ operatorId, name, expiresAt }, desk);
      await writeAs(
        desk,
        asked,
        async (writer) => {
          if (await keepToken(writer, pass)) return;
          throw new ManageRefusal('conflict', `there are ${mostTokens} tokens already; end one first`);
        },
        () => [tokenDeed('token.create', pass)],
      );
      return Response.json({ ...tokenView(pass), token: secret }, { status: 201 });
    },
    removeToken: async (asked) => {
      const { operatorId } = asked.operator;
      await writeAs(
        desk,
        asked,
        async (writer) => {
          const passes = await writer.passes(operatorId);
          const pass = passes.find((each) => isToken(each) && each.id === asked.params['tokenId']);
          if (pass === undefined) throw new ManageRefusal('not_found', 'you have no such token');
          await writer.removePass(pass.sha256);
          return pass;
        },
        (pass) => [tokenDeed('token.remove', pass)],
      );
      return new Response(null, { status: 204 });
    },
  };
}

function isToken({ type }: Pass): boolean {
  return type === 'token';
}

function byAge(a: Pass, b: Pass): number {
  return a.createdAt - b.createdAt;
}

function tokenView({ id, name = '', createdAt, expiresAt, lastUsedAt }: Pass): TokenView {
  return {
    ...{ tokenId: id, name, createdAt },
    ...(expiresAt !== undefined && { expiresAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
  };
}

/** A token that leaks is over when it was meant to be: it can't give itself more time. */
function isLonger(expiresAt: number | undefined, { type, expiresAt: end }: Pass): boolean {
  return type === 'token' && end !== undefined && (expiresAt === undefined || expiresAt > end);
}

function tooLong({ expiresAt }: Pass): ManageRefusal {
  const errors = [{ path: 'expiresAt', message: `must be given, and at most ${expiresAt}` }];
  return new ManageRefusal('invalid_body', 'a token makes none that lasts longer than itself', { errors });
}

function past(): ManageRefusal {
  const errors = [{ path: 'expiresAt', message: 'must be in the future' }];
  return new ManageRefusal('invalid_body', 'the token would be over already', { errors });
}
