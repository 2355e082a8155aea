import { broken } from '@newsstand/contract';
import { type SharedView, viewLimits, viewOrder } from '@newsstand/contract/manage';
import type { SavedView } from '../../../store/SavedView.ts';
import type { Instance } from '../../../store/StoredRecord.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { newId, param } from '../content/itemKey.ts';
import { type AuditEvent, writeAs } from '../writeAs.ts';
import { instanceOf } from './spaceHandlers.ts';

/** Handles the views of lists that the operators of an instance share. */
export function viewHandlers(context: ApiContext): Pick<Handlers, 'listViews' | 'saveView' | 'removeView'> {
  return {
    async listViews(req) {
      const instance = instanceOf(req.params);
      const views = await (await context.store()).read((reader) => reader.savedViews(instance));
      return Response.json(views.map(viewOf));
    },

    async saveView(req) {
      const instance = instanceOf(req.params);
      const sent = await req.body(viewOrder);
      const view = await writeAs(
        context,
        req,
        async (writer) => {
          if (!(await writer.instances()).some((each) => Bun.deepEquals(each, instance)))
            throw new ApiProblem('not_found', `there is no instance '${instance.instanceId}'`);
          const views = await writer.savedViews(instance);
          const before = views.find(({ name }) => name === sent.name);
          if (before === undefined && views.length >= viewLimits.views)
            throw new ApiProblem('conflict', broken('too_many_views', { most: viewLimits.views }));
          const saved = { viewId: before?.viewId ?? newId(context.random), ...sent };
          const others = views.filter((each) => each !== before);
          await writer.putSavedViews(instance, [...others, saved]);
          return saved;
        },
        ({ name }) => [auditEvent('saveView', instance, name)],
      );
      return Response.json(viewOf(view));
    },

    async removeView(req) {
      const instance = instanceOf(req.params);
      const viewId = param(req.params, 'viewId');
      await writeAs(
        context,
        req,
        async (writer) => {
          const views = await writer.savedViews(instance);
          const view = views.find((each) => each.viewId === viewId);
          if (view === undefined) throw new ApiProblem('not_found', broken('no_item', { item: 'such view' }));
          await writer.putSavedViews(
            instance,
            views.filter((each) => each !== view),
          );
          return view;
        },
        ({ name }) => [auditEvent('removeView', instance, name)],
      );
      return new Response(null, { status: 204 });
    },
  };
}

function viewOf({ viewId, name, address, columns }: SavedView): SharedView {
  return { viewId, name, address, columns: [...columns] };
}

function auditEvent(
  step: 'saveView' | 'removeView',
  { projectId, spaceId, app, instanceId }: Instance,
  name: string,
): AuditEvent {
  return {
    ...{ action: `instance.${step}`, projectId, target: `${spaceId}/${app}/${instanceId}` },
    details: { name },
  };
}
