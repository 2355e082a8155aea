import { z } from 'zod';
import { breaks } from '../rules.ts';
import { countCharacters, id, withoutControl } from '../text.ts';
import { route } from './route.ts';

/** The bounds of the views that the operators of an instance share. */
export const viewLimits = { views: 50, name: 60, address: 1000, columns: 20 } as const;

const order = z.strictObject({
  name: withoutControl(z.string().trim())
    .refine(
      (name) => {
        const characters = countCharacters(name);
        return characters >= 1 && characters <= viewLimits.name;
      },
      breaks('characters_range', { least: 1, most: viewLimits.name }),
    )
    .meta({ minLength: 1, maxLength: viewLimits.name }),
  address: withoutControl(z.string().max(viewLimits.address)).meta({
    description: 'The filters and the order, as the query of a list in the console has them.',
  }),
  columns: z
    .array(withoutControl(z.string().min(1).max(40)))
    .max(viewLimits.columns)
    .meta({ description: 'The names of the columns to show.' }),
});

/** A view of the list of an instance, to be shared. */
export const viewOrder = order;

/** A view that the operators of an instance share. */
export const sharedView = order.extend({ viewId: id }).meta({
  id: 'SharedView',
  description: 'A view of the list of an instance: its filters and order, and its columns.',
});

/** The routes of the views of an instance, whose path is given. */
export function viewRoutes<const Instance extends string>(instance: Instance) {
  return [
    route('listViews', 'GET', `${instance}/views`, 'List the views that its operators share', 'viewer', {
      answer: z.array(sharedView),
    }),
    route(
      'saveView',
      'POST',
      `${instance}/views`,
      'Share a view, in place of the one with the same name',
      'editor',
      { body: viewOrder, answer: sharedView },
    ),
    route('removeView', 'DELETE', `${instance}/views/{viewId}`, 'Delete a shared view', 'editor', {
      status: 204,
    }),
  ] as const;
}

/** A view that the operators of an instance share. */
export type SharedView = z.infer<typeof sharedView>;
