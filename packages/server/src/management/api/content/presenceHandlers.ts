import { presenceBody } from '@newsstand/contract/manage';
import type { Presence } from '../../../store/Admin.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { Handlers } from '../ApiRequest.ts';
import { writeAs } from '../writeAs.ts';
import { itemKey, noSuchItem } from './itemKey.ts';

/** Who has not been heard of for so long has left. */
const lifeMilliseconds = 30_000;

/** Handles who has an item open. */
export function presenceHandlers(context: ApiContext): Pick<Handlers, 'putPresence' | 'removePresence'> {
  return {
    async putPresence(req) {
      const key = itemKey(req);
      const { isEditing } = await req.body(presenceBody);
      const { operatorId } = req.operator;
      const seenAt = context.now();
      const others = await writeAs(
        context,
        req,
        async (writer) => {
          if ((await writer.find(key)) === undefined) throw noSuchItem(key);
          const present = await writer.presences(key, seenAt - lifeMilliseconds);
          const own = present.find((each) => each.operatorId === operatorId);
          const since = own?.since ?? seenAt;
          await writer.putPresence(key, { operatorId, isEditing, since, seenAt }, seenAt - lifeMilliseconds);
          const operators = new Map((await writer.operators()).map((each) => [each.operatorId, each.name]));
          return present
            .filter((each) => each !== own)
            .map((each) => shown(each, operators.get(each.operatorId)));
        },
        () => [],
      );
      return Response.json({ others });
    },

    async removePresence(req) {
      const key = itemKey(req);
      const { operatorId } = req.operator;
      await writeAs(
        context,
        req,
        (writer) => writer.removePresence(key, operatorId),
        () => [],
      );
      return new Response(null, { status: 204 });
    },
  };
}

function shown({ operatorId, isEditing, since }: Presence, name = operatorId) {
  return { operatorId, name, isEditing, since };
}
