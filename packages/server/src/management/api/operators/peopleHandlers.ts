import type { Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { createAccept } from './createAccept.ts';
import { createGuard } from './createGuard.ts';
import { operatorHandlers } from './operatorHandlers.ts';
import { sessionHandlers } from './sessionHandlers.ts';
import { tokenHandlers } from './tokenHandlers.ts';

/** Who may come in: sessions, links, passwords, tokens and operators. */
export function peopleHandlers(desk: Desk) {
  const guard = createGuard(desk.now);
  return {
    accept: createAccept(desk, guard),
    ...sessionHandlers(desk, guard),
    ...tokenHandlers(desk),
    ...operatorHandlers(desk),
  } satisfies Partial<Handlers>;
}
