import { broken } from '@newsstand/contract';
import { accessPolicy } from '@newsstand/contract/manage';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { writeAs } from '../writeAs.ts';
import { isAllowedBy, isSufficient } from './secondFactors.ts';

/** Handles what is demanded of those who sign in. */
export function accessHandlers(context: ApiContext): Pick<Handlers, 'getAccessPolicy' | 'putAccessPolicy'> {
  return {
    getAccessPolicy: async () => {
      const store = await context.store();
      return Response.json(await store.read((reader) => reader.accessPolicy()));
    },
    putAccessPolicy: async (req) => {
      const policy = await req.body(accessPolicy);
      const { stored } = await writeAs(
        context,
        req,
        async (writer, operator) => {
          const before = await writer.accessPolicy();
          const { passwords = before.passwords } = policy;
          const stored = { ...before, secondFactorRoles: [...new Set(policy.secondFactorRoles)], passwords };
          if (!isAllowedBy(stored, req.authToken.methods)) {
            throw new ApiProblem('conflict', broken('own_password'));
          }
          // Otherwise the owner would be signed out by their own change.
          if (!isSufficient(stored, operator, req.authToken)) {
            throw new ApiProblem('conflict', broken('own_second_factor'));
          }
          await writer.putAccessPolicy(stored);
          return { stored, isChanged: !Bun.deepEquals(before, stored) };
        },
        ({ stored, isChanged }) =>
          isChanged ? [{ action: 'access.change', target: 'access', details: stored }] : [],
      );
      return Response.json(stored);
    },
  };
}
