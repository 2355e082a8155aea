import type { ApiContext } from '../ApiContext.ts';
import type { Handlers } from '../ApiRequest.ts';
import { createAccept } from './createAccept.ts';
import { createGuard } from './createGuard.ts';
import { operatorHandlers } from './operatorHandlers.ts';
import { sessionHandlers } from './sessionHandlers.ts';
import { tokenHandlers } from './tokenHandlers.ts';

/** Who may come in: sessions, links, passwords, tokens and operators. */
export function operatorsHandlers(context: ApiContext) {
  const guard = createGuard(context.now);
  return {
    accept: createAccept(context, guard),
    ...sessionHandlers(context, guard),
    ...tokenHandlers(context),
    ...operatorHandlers(context),
  } satisfies Partial<Handlers>;
}
