import { broken } from '@newsstand/contract';
import {
  newPasskey,
  passkeyChange,
  passkeyCreation,
  passkeyRequest,
  passkeySignIn,
} from '@newsstand/contract/manage';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { writeAs } from '../writeAs.ts';
import { addFactor, factorEvent, passkeyId, removeFactor } from './factorHandlers.ts';
import { enter, enteredResponse } from './openSession.ts';
import { checkPasskey, isPasskey, preparePasskey, readNewPasskey, requestPasskey } from './passkeys.ts';
import { passkeyPurpose } from './secondFactors.ts';
import { createRefusalLog } from './sessionHandlers.ts';

type PasskeyHandlers = Pick<
  Handlers,
  'requestPasskey' | 'signInWithPasskey' | 'preparePasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'
>;

/** How many passkeys an operator may have. */
const mostPasskeys = 20;

/** What a challenge is for that nobody in particular has asked for. */
const alone = 'sign-in';

/** Handles signing in with a passkey alone, and an operator's own passkeys. */
export function passkeyHandlers(context: ApiContext): PasskeyHandlers {
  const logRefusal = createRefusalLog(context);
  return {
    // The same for everybody, and without a name: it reveals nothing about operators.
    requestPasskey: async ({ raw }) => {
      const store = await context.store();
      const options = await store.read((reader) => requestPasskey(reader, context, raw, alone));
      return Response.json(passkeyRequest.parse(options));
    },
    signInWithPasskey: async (req) => {
      const { answer } = await req.body(passkeySignIn);
      const store = await context.store();
      // First without a transaction that writes: strangers must not hold up others.
      const found = await store.read((reader) => checkPasskey(reader, context, req.raw, alone, answer));
      const entered =
        found &&
        (await store.write(async (writer) => {
          const use = await checkPasskey(writer, context, req.raw, alone, answer);
          const operator = use && (await writer.operator(use.passkey.operatorId));
          if (use === undefined || operator === undefined) return undefined;
          await writer.putFactor(use.passkey);
          await writer.putAuthToken(use.challenge);
          return enter(writer, context, req, operator, { methods: ['passkey'], isTwoFactor: true });
        }));
      if (entered !== undefined) return enteredResponse(context, req.raw, entered);
      logRefusal(undefined, req.address);
      throw new ApiProblem(
        'sign_in_failed',
        'this passkey is not known here, or its answer is too old; try again',
      );
    },
    preparePasskey: async (req) => {
      const store = await context.store();
      const { operator, raw } = req;
      const options = await store.read(async (reader) => {
        const factors = await reader.factors(operator.operatorId);
        return preparePasskey(reader, context, raw, registration(req), operator, factors);
      });
      return Response.json(passkeyCreation.parse(options));
    },
    addPasskey: async (req) => {
      const given = await req.body(newPasskey);
      const { operatorId } = req.operator;
      return addFactor(context, req, 'passkey', async (writer, before) => {
        if (before.filter(isPasskey).length >= mostPasskeys) {
          throw new ApiProblem('conflict', broken('too_many_passkeys', { most: mostPasskeys }));
        }
        const purpose = registration(req);
        const { passkey, challenge } = await readNewPasskey(
          ...([writer, context, req.raw, purpose, operatorId, given] as const),
        );
        await writer.putFactor(passkey);
        await writer.putAuthToken(challenge);
      });
    },
    renamePasskey: async (req) => {
      const { name } = await req.body(passkeyChange);
      const { operatorId } = req.operator;
      await writeAs(
        context,
        req,
        async (writer) => {
          const passkeys = (await writer.factors(operatorId)).filter(isPasskey);
          const passkey = passkeys.find((each) => passkeyId(each) === req.params['passkeyId']);
          if (passkey === undefined) throw new ApiProblem('not_found', 'you have no such passkey');
          await writer.putFactor({ ...passkey, name });
        },
        () => [factorEvent('factor.rename', operatorId, 'passkey')],
      );
      return new Response(null, { status: 204 });
    },
    removePasskey: async (req) => {
      const wanted = req.params['passkeyId'];
      await removeFactor(context, req, (factor) => isPasskey(factor) && passkeyId(factor) === wanted);
      return new Response(null, { status: 204 });
    },
  };
}

/** A challenge for a new passkey is not one for signing in. */
function registration({ authToken }: OperatorRequest): string {
  return `registration ${passkeyPurpose(authToken)}`;
}
