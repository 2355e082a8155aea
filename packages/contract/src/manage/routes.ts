import { z } from 'zod';
import { kinds } from '../content.ts';
import { type AppKind, isAppKind, type Kind, kindNames } from '../kinds.ts';
import {
  batchBody,
  batchResult,
  itemBodies,
  listedItems,
  managedItems,
  managedList,
  mergeBody,
  momentBody,
  nextBodies,
  nextQuery,
  pictureAnswer,
  pictureBody,
  place,
  removalQuery,
  removedItem,
  reservationBody,
  uploadState,
  uses,
  versions,
  versionsQuery,
} from './content.ts';
import {
  instanceSettings,
  instanceSettingsOrder,
  issuedPreview,
  presence,
  presenceBody,
  previewLink,
  previewOrder,
} from './editing.ts';
import { keyRoutes } from './keys.ts';
import {
  calendar,
  calendarQuery,
  fixedOrder,
  listQueries,
  recentItems,
  recentQuery,
  searchQuery,
  searchResult,
} from './lists.ts';
import { people } from './peopleRoutes.ts';
import { placeRoutes } from './places.ts';
import { itemActions } from './plain.ts';
import { providerRoutes } from './providers.ts';
import { proposalLists, reviewRoutes } from './review.ts';
import { type Route, route } from './route.ts';
import {
  auditPage,
  auditQuery,
  auditSearch,
  explorerAnswer,
  explorerBody,
  overview,
  shown,
  shownQuery,
  traffic,
} from './service.ts';
import { sessionRoutes } from './sessions.ts';
import { viewRoutes } from './views.ts';
import {
  delivery,
  deliveryPage,
  deliveryQuery,
  issuedWebhook,
  webhook,
  webhookChange,
  webhookOrder,
  webhookRotation,
} from './webhooks.ts';

/** One route of the write interface, and the name that its handler is found by. */
export type ManageRoute = Route & {
  readonly action: ManageAction;
  /** For actions that are the same for several kinds. */
  readonly kind?: Kind;
};

const space = '/projects/{projectId}/spaces/{spaceId}';

const webhooks = '/projects/{projectId}/webhooks';
const oneWebhook = `${webhooks}/{webhookId}`;
const deliveries = `${oneWebhook}/deliveries`;

const webhookRoutes = [
  route('listWebhooks', 'GET', webhooks, 'List webhooks', 'owner', {
    ...{ answer: z.array(webhook), isForParts: true },
  }),
  route('createWebhook', 'POST', webhooks, 'Create a webhook', 'owner', {
    ...{
      confirmation: 'confirmedOrToken',
      body: webhookOrder,
      answer: issuedWebhook,
      status: 201,
      isForParts: true,
    },
  }),
  route('changeWebhook', 'PATCH', oneWebhook, 'Change a webhook, or switch it on or off', 'owner', {
    ...{ confirmation: 'confirmedOrToken', body: webhookChange, answer: webhook, isForParts: true },
  }),
  route('rotateWebhook', 'POST', `${oneWebhook}/rotate`, 'Give a webhook a new secret', 'owner', {
    ...{ confirmation: 'confirmedOrToken', body: webhookRotation, answer: issuedWebhook, isForParts: true },
  }),
  route('removeWebhook', 'DELETE', oneWebhook, 'Remove a webhook and its log', 'owner', {
    ...{ confirmation: 'none', status: 204, isForParts: true },
  }),
  route('testWebhook', 'POST', `${oneWebhook}/test`, 'Send a test event now', 'owner', {
    ...{ confirmation: 'none', answer: delivery, isForParts: true },
  }),
  route('listDeliveries', 'GET', deliveries, 'List the calls of a webhook', 'owner', {
    ...{ query: deliveryQuery, answer: deliveryPage, isForParts: true },
  }),
  route('replayDelivery', 'POST', `${deliveries}/{number}/replay`, 'Send a call again', 'owner', {
    ...{ confirmation: 'none', answer: delivery, isForParts: true },
  }),
] as const;

const instance = `${space}/{app}/instances/{instanceId}`;

const places = [
  route('listProjects', 'GET', '/projects', 'List projects, spaces and instances', 'operator', {
    ...{ answer: z.array(place) },
  }),
  route('putSpace', 'PUT', space, 'Create a space, and its project', 'owner', {
    confirmation: 'none',
    status: 204,
  }),
  route('putInstance', 'PUT', instance, 'Create an instance', 'owner', { confirmation: 'none', status: 204 }),
  route('getInstanceSettings', 'GET', `${instance}/settings`, 'Get the settings of an instance', 'viewer', {
    ...{ answer: instanceSettings },
  }),
  route('putInstanceSettings', 'PUT', `${instance}/settings`, 'Set the settings of an instance', 'owner', {
    ...{ confirmation: 'confirmed', body: instanceSettingsOrder, answer: instanceSettings },
  }),
  ...viewRoutes(instance),
  route('removeInstance', 'DELETE', instance, 'Remove an empty instance', 'owner', {
    confirmation: 'none',
    status: 204,
  }),
  route('batch', 'POST', `${space}/batch`, 'Change many items in one transaction', 'writer', {
    ...{ body: batchBody, answer: batchResult, isForParts: true },
  }),
  route('search', 'GET', `${space}/search`, 'Find items, media, categories and tags of a space', 'viewer', {
    ...{ query: searchQuery, answer: searchResult, isForParts: true },
  }),
  route(
    'listRecent',
    'GET',
    `${space}/recent`,
    'List the news and banners that were changed last',
    'viewer',
    {
      ...{ query: recentQuery, answer: recentItems, isForParts: true },
    },
  ),
  route('getCalendar', 'GET', `${space}/calendar`, 'List what opens and closes in some time', 'viewer', {
    ...{ query: calendarQuery, answer: calendar, isForParts: true },
  }),
  route('listRemoved', 'GET', `${space}/removed`, 'List deleted items that can be restored', 'viewer', {
    ...{ answer: z.array(removedItem), isForParts: true },
  }),
] as const;

const uploads = '/projects/{projectId}/uploads';

const uploadRoutes = [
  route('createUpload', 'POST', uploads, 'Start an upload (tus 1.0)', 'writer', {
    ...{ status: 201, isForParts: true },
  }),
  route('getUpload', 'GET', `${uploads}/{uploadId}`, 'Get the state of an upload', 'writer', {
    ...{ answer: uploadState, isForParts: true },
  }),
  route('headUpload', 'HEAD', `${uploads}/{uploadId}`, 'Get the offset of an upload (tus 1.0)', 'writer', {
    isForParts: true,
  }),
  route('patchUpload', 'PATCH', `${uploads}/{uploadId}`, 'Send bytes (tus 1.0)', 'writer', {
    ...{ status: 204, isForParts: true },
  }),
  route('removeUpload', 'DELETE', `${uploads}/{uploadId}`, 'Cancel an upload (tus 1.0)', 'writer', {
    ...{ status: 204, isForParts: true },
  }),
] as const;

const service = [
  route('getShown', 'GET', '/shown', 'Wait until readers of this node see a change', 'operator', {
    ...{ query: shownQuery, answer: shown },
  }),
  route('overview', 'GET', '/overview', 'Get what is live, and what will open and close', 'operator', {
    ...{ answer: overview },
  }),
  route('traffic', 'GET', '/traffic', 'Get the recent traffic of every node', 'operator', {
    answer: traffic,
  }),
  route('explore', 'POST', '/explorer', 'Send a request to the public listener', 'operator', {
    ...{ confirmation: 'none', body: explorerBody, answer: explorerAnswer },
  }),
  route('listAudit', 'GET', '/audit', 'List the audit log', 'operator', {
    query: auditQuery,
    answer: auditPage,
  }),
  route(
    'exportAudit',
    'GET',
    '/audit.ndjson',
    'Export what was found in the audit log as NDJSON',
    'operator',
    {
      ...{ query: auditSearch },
    },
  ),
  route(
    'exportAuditTable',
    'GET',
    '/audit.csv',
    'Export what was found in the audit log as CSV',
    'operator',
    {
      ...{ query: auditSearch },
    },
  ),
  route('describe', 'GET', '/openapi.json', 'Get this interface as an OpenAPI document', 'operator', {}),
] as const;

/** The path of a kind's list, and of one item. */
export function itemPaths(kind: Kind): { readonly list: string; readonly one: string } {
  const room = kinds[kind].app ? `${kind}/instances/{instanceId}` : 'collection';
  const list = `${space}/${room}/${kinds[kind].path}`;
  return { list, one: `${list}/{${kinds[kind].idField}}` };
}

function contentRoutes(kind: Kind) {
  const { title, singular } = kinds[kind];
  const { list, one } = itemPaths(kind);
  const managed = managedItems[kind];
  const guarded = { answer: managed, isGuarded: true };
  const isOfInstance = isAppKind(kind);
  // Whoever has a role in a part of a space needs its media, categories and tags to choose from.
  const shared = isOfInstance ? {} : { isForParts: true };
  const drafting = isOfInstance ? 'writer' : 'editor';
  // A draft may need a new media. Not under an ID of one's choice, which bodies that readers see may name already.
  const adding = kind === 'media' ? 'writer' : drafting;
  const added = kind === 'media' ? { isForParts: true } : {};
  const routes = [
    route('listItems', 'GET', list, `List ${title} in every state`, 'viewer', {
      ...{ query: listQueries[kind], answer: managedList(listedItems[kind]), ...shared },
    }),
    route('createItem', 'POST', list, `Create a ${singular} with a new ID`, adding, {
      ...{ body: itemBodies[kind], answer: managed, status: 201, ...added },
    }),
    route('getItem', 'GET', one, `Get a ${singular} as it is stored`, 'viewer', {
      ...{ answer: managed, ...shared },
    }),
    route('putItem', 'PUT', one, `Create or replace a ${singular}`, drafting, {
      ...{ ...(kinds[kind].app ? { query: nextQuery } : {}), body: itemBodies[kind], ...guarded },
    }),
    route('patchItem', 'PATCH', one, `Change members of a ${singular} (JSON merge patch)`, drafting, {
      ...{ body: z.record(z.string(), z.unknown()), ...guarded },
    }),
    route('removeItem', 'DELETE', one, `Delete a ${singular}`, drafting, {
      ...{ query: removalQuery, status: 204, isGuarded: true },
    }),
    route('listVersions', 'GET', `${one}/versions`, 'List past versions', 'viewer', {
      ...{ ...(isOfInstance && { query: versionsQuery }), answer: versions, ...shared },
    }),
    route(
      'restoreVersion',
      'POST',
      `${one}/versions/{version}/restore`,
      'Restore a version',
      drafting,
      guarded,
    ),
  ];
  const own = isAppKind(kind)
    ? [...stateRoutes(kind), ...nextRoutes(kind), ...reviewRoutes(kind, one)]
    : useRoutes(kind);
  return [...routes, ...own].map((each) => ({ ...each, kind }));
}

function nextRoutes(kind: AppKind) {
  const next = `${itemPaths(kind).one}/next`;
  const previews = `${itemPaths(kind).one}/previews`;
  const guarded = { answer: managedItems[kind], isGuarded: true };
  return [
    route(
      'putPresence',
      'PUT',
      `${itemPaths(kind).one}/presence`,
      'Say that you have it open, and see who else has',
      'writer',
      {
        ...{ body: presenceBody, answer: presence },
      },
    ),
    route(
      'removePresence',
      'DELETE',
      `${itemPaths(kind).one}/presence`,
      'Say that you have left it',
      'writer',
      {
        status: 204,
      },
    ),
    route('createPreview', 'POST', previews, 'Create a preview link', 'writer', {
      ...{ confirmation: 'none', body: previewOrder.optional(), answer: issuedPreview, status: 201 },
    }),
    route('listPreviews', 'GET', previews, 'List the preview links that work', 'viewer', {
      answer: z.array(previewLink),
    }),
    route('revokePreview', 'DELETE', `${previews}/{linkId}`, 'Revoke a preview link', 'writer', {
      confirmation: 'none',
      status: 204,
    }),
    route('putNext', 'PUT', next, 'Draft the next version beside the item', 'writer', {
      ...{ query: nextQuery, body: nextBodies[kind], ...guarded },
    }),
    route('removeNext', 'DELETE', next, 'Discard the next version', 'writer', guarded),
    route('publishNext', 'POST', `${next}/publish`, 'Make the next version the item, now', 'editor', guarded),
  ];
}

function stateRoutes(kind: AppKind) {
  const { one } = itemPaths(kind);
  const states = itemActions.map((action) =>
    route(action, 'POST', `${one}/${action}`, actionSummaries[action], 'editor', {
      ...{ body: actionBodies[action], answer: managedItems[kind], isGuarded: true },
    }),
  );
  return kind === 'banner' ? [...states, ...orderRoutes] : states;
}

const order = `${space}/banner/instances/{instanceId}/order`;
const orderRoutes = [
  route('getOrder', 'GET', order, 'Get the fixed order of the banners of an instance', 'viewer', {
    answer: fixedOrder,
  }),
  route('putOrder', 'PUT', order, 'Put the banners of an instance in a fixed order', 'editor', {
    ...{ body: fixedOrder, answer: fixedOrder, isGuarded: true },
  }),
];

const actionSummaries = {
  publish: 'Publish it now, whatever was scheduled; opening and closing times stay',
  unpublish: 'Make it a draft',
  reserve: 'Publish it at a given time',
  open: 'Show it from a given time on',
  close: 'Show it until a given time',
} as const;

const actionBodies = {
  publish: z.strictObject({}).optional(),
  unpublish: z.strictObject({}).optional(),
  reserve: reservationBody,
  open: momentBody.optional(),
  close: momentBody.optional(),
} as const;

function useRoutes(kind: Kind) {
  const { one } = itemPaths(kind);
  const used = route('listUses', 'GET', `${one}/uses`, 'List where it is used', 'viewer', {
    ...{ answer: uses, isForParts: true },
  });
  const picture = route('showPicture', 'POST', `${one}/picture`, 'Try operations on a picture', 'viewer', {
    ...{ body: pictureBody, answer: pictureAnswer, isForParts: true },
  });
  const merge = route('merge', 'POST', `${one}/merge`, 'Replace it with another one everywhere', 'editor', {
    ...{ body: mergeBody, answer: batchResult, isGuarded: true },
  });
  return [used, kind === 'media' ? picture : merge];
}

const otherRoutes = [
  ...people,
  ...sessionRoutes,
  ...providerRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...places,
  ...placeRoutes,
  ...proposalLists,
  ...uploadRoutes,
  ...service,
];

/** The name that a handler is found by. */
export type ManageAction =
  | (typeof otherRoutes)[number]['action']
  | ReturnType<typeof contentRoutes>[number]['action'];

/** All routes of the write interface. */
export const manageRoutes: readonly ManageRoute[] = [...otherRoutes, ...kindNames.flatMap(contentRoutes)];
