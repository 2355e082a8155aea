import { z } from 'zod';
import { limits } from '../limits.ts';
import { breaks } from '../rules.ts';
import { id, isAlias, timestamp } from '../text.ts';
import { route } from './route.ts';

/** What operators call a project, space or instance. */
const placeName = z
  .string()
  .trim()
  .refine((name) => isAlias(name), breaks('not_alias', { most: 255 }))
  .meta({ minLength: 1, maxLength: 255 });

/** A change of the name or the ID of a place. */
export const placeChange = z.strictObject({
  name: placeName.nullable().optional().meta({ description: 'For operators only; `null` takes it away.' }),
  id: id.optional().meta({
    description: 'The new ID: readers have to ask for it from now on. What names the old one follows.',
  }),
});

/** Confirms the removal of a place. */
export const placeRemoval = z.strictObject({
  confirm: z.string().max(limits.idCharacters).meta({ description: 'The ID of what is to be removed.' }),
});

const place = z.strictObject({ projectId: id, spaceId: id.optional(), instanceId: id.optional() });

/** What a place holds, and what names it. */
export const placeContents = z
  .strictObject({
    ...{ news: z.int(), banners: z.int(), media: z.int(), categories: z.int(), tags: z.int() },
    keys: z.array(z.string()).meta({ description: 'The names of the keys that name it or something in it.' }),
    operators: z.array(z.string()).meta({ description: 'The operators with a role in it.' }),
    webhooks: z.array(z.string()).meta({ description: 'The URLs of its webhooks.' }),
  })
  .meta({ id: 'PlaceContents' });

/** A removed project, space or instance that can be restored. */
export const removedPlace = z
  .strictObject({
    removalId: id,
    place,
    name: z.string().optional(),
    removedAt: timestamp,
    removedBy: z.string(),
    until: timestamp.meta({ description: 'Until when it can be restored.' }),
    records: z.int().meta({ description: 'How many items, media, categories and tags it held.' }),
  })
  .meta({ id: 'RemovedPlace' });

/** How to restore a place. */
export const placeRestoration = z.strictObject({
  id: id.optional().meta({ description: 'Another ID, if its own was taken again.' }),
});

const project = '/projects/{projectId}';
const space = `${project}/spaces/{spaceId}`;
const instance = `${space}/{app}/instances/{instanceId}`;
const removals = '/removed-places';

/** Projects, spaces and instances as a whole. */
export const placeRoutes = [
  ...[
    route('changeProject', 'PATCH', project, 'Name a project, or change its ID', 'owner', {
      ...{ confirmation: 'none', body: placeChange, status: 204 },
    }),
    route('changeSpace', 'PATCH', space, 'Name a space, or change its ID', 'owner', {
      ...{ confirmation: 'none', body: placeChange, status: 204 },
    }),
    route('changeInstance', 'PATCH', instance, 'Name an instance, or change its ID', 'owner', {
      ...{ confirmation: 'none', body: placeChange, status: 204 },
    }),
  ],
  ...[
    route('getProjectContents', 'GET', `${project}/contents`, 'Count what a project holds', 'owner', {
      answer: placeContents,
    }),
    route('getSpaceContents', 'GET', `${space}/contents`, 'Count what a space holds', 'owner', {
      answer: placeContents,
    }),
    route('getInstanceContents', 'GET', `${instance}/contents`, 'Count what an instance holds', 'owner', {
      answer: placeContents,
    }),
  ],
  ...[
    route('removeProject', 'POST', `${project}/remove`, 'Remove a project with everything in it', 'owner', {
      ...{ confirmation: 'none', body: placeRemoval, answer: removedPlace },
    }),
    route('removeSpace', 'POST', `${space}/remove`, 'Remove a space with everything in it', 'owner', {
      ...{ confirmation: 'none', body: placeRemoval, answer: removedPlace },
    }),
    route(
      ...(['emptyInstance', 'POST', `${instance}/remove`] as const),
      ...(['Remove an instance with everything in it', 'owner'] as const),
      { confirmation: 'none', body: placeRemoval, answer: removedPlace },
    ),
  ],
  route('listRemovedPlaces', 'GET', removals, 'List removed projects, spaces and instances', 'operator', {
    answer: z.array(removedPlace),
  }),
  route(
    ...(['restorePlace', 'POST', `${removals}/{removalId}/restore`] as const),
    ...(['Restore a removed project, space or instance', 'operator'] as const),
    { confirmation: 'none', body: placeRestoration, answer: place },
  ),
] as const;

/** What a place holds, and what names it. */
export type PlaceContents = z.infer<typeof placeContents>;
/** A removed project, space or instance. */
export type RemovedPlaceView = z.infer<typeof removedPlace>;
