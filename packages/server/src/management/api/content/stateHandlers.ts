import { type ItemAction, momentBody, reservationBody } from '@newsstand/contract/manage';
import { z } from 'zod';
import type { ApiContext } from '../ApiContext.ts';
import type { Handler, Handlers, OperatorRequest } from '../ApiRequest.ts';
import { answerItem, changeItem } from './changeItem.ts';
import { itemKey } from './itemKey.ts';
import type { Documents } from './openDocuments.ts';
import { readPrecondition } from './precondition.ts';

/** Answers what publishes, opens and closes an item. */
export function stateHandlers(context: ApiContext, documents: Documents): Pick<Handlers, ItemAction> {
  const handler =
    (action: ItemAction): Handler =>
    async (req) => {
      const key = itemKey(req);
      const at = await momentOf(req, action);
      const outcome = await changeItem(context, documents, req, {
        ...{ key, action, mayCreate: false, precondition: readPrecondition(req.raw) },
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
async function momentOf(req: OperatorRequest, action: ItemAction): Promise<number | undefined> {
  switch (action) {
    case 'reserve':
      return (await req.body(reservationBody)).at;
    case 'open':
    case 'close':
      return (await req.body(momentBody.optional()))?.at;
    case 'publish':
    case 'unpublish':
      await req.body(z.strictObject({}).optional());
      return undefined;
  }
}
