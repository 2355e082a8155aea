import { type ItemAction, momentBody, reservationBody } from '@newsstand/contract/manage';
import { z } from 'zod';
import type { AskedByOperator, Handler, Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { answerItem, changeItem } from './changeItem.ts';
import { readGuard } from './guard.ts';
import { itemKey } from './itemKey.ts';
import type { Documents } from './openDocuments.ts';

/** Answers what publishes, opens and closes an item. */
export function stateHandlers(desk: Desk, documents: Documents): Pick<Handlers, ItemAction> {
  const handler =
    (action: ItemAction): Handler =>
    async (asked) => {
      const key = itemKey(asked);
      const at = await momentOf(asked, action);
      const outcome = await changeItem(desk, documents, asked, {
        ...{ key, action, mayCreate: false, guard: readGuard(asked.request) },
        edit: () => ({ type: 'act', action, at }),
        ...(at === undefined ? {} : { details: { at } }),
      });
      return await answerItem(documents, outcome);
    };
  return {
    publish: handler('publish'),
    unpublish: handler('unpublish'),
    reserve: handler('reserve'),
    open: handler('open'),
    close: handler('close'),
  };
}

/** The moment that was sent. */
async function momentOf(asked: AskedByOperator, action: ItemAction): Promise<number | undefined> {
  switch (action) {
    case 'reserve':
      return (await asked.body(reservationBody)).at;
    case 'open':
    case 'close':
      return (await asked.body(momentBody.optional()))?.at;
    case 'publish':
    case 'unpublish':
      await asked.body(z.strictObject({}).optional());
      return undefined;
  }
}
