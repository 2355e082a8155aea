import { z } from 'zod';
import { appKinds, kindNames } from '../kinds.ts';
import { limits } from '../limits.ts';
import { id, matching, timestamp, withoutControl } from '../text.ts';
import { momentTypes } from './lists.ts';
import { queryInteger } from './queryInteger.ts';

/** One entry of the audit log: who did what to what, and when. */
export const auditEntry = z
  .strictObject({
    number: z.int().meta({ description: 'Increases with each entry.' }),
    at: timestamp,
    by: z.string().meta({
      description:
        'An operator, a part of the service such as `command line`, or, once erased, `former operator 7f3a`.',
    }),
    action: z.string().meta({ description: 'Such as `news.put` or `key.revoke`.' }),
    projectId: id.optional(),
    target: z.string().meta({ description: 'What was changed, as a path.' }),
    details: z.record(z.string(), z.unknown()).optional(),
    hash: z.string().meta({ description: 'SHA-256 over the entry and the hash of the one before it.' }),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what to what, and when.' });

const searchTime = queryInteger(0, limits.timestamp.max).optional();

/** What entries of the audit log are looked for. */
export const auditSearch = z.strictObject({
  projectId: id.optional(),
  by: withoutControl(z.string().max(128)).optional(),
  target: withoutControl(z.string().max(500))
    .optional()
    .meta({ description: 'Only targets that begin with this path.' }),
  action: withoutControl(z.string().max(100))
    .optional()
    .meta({ description: 'An action, as `news.put`, or all actions on a kind, as `news`.' }),
  from: searchTime.meta({ description: 'Only entries from this time on.' }),
  until: searchTime.meta({ description: 'Only entries before this time.' }),
  text: withoutControl(z.string().min(1).max(200))
    .optional()
    .meta({ description: 'Only entries that contain this text; ASCII letters match in either case.' }),
});

/** The query of the audit log; the newest entry comes first. */
export const auditQuery = auditSearch.extend({
  before: queryInteger(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Only entries with lower numbers.' }),
  size: queryInteger(1, 500).default(100),
});

/** A page of the audit log. */
export const auditPage = z.strictObject({ list: z.array(auditEntry) });

const shelf = z.strictObject({
  projectId: id,
  spaceId: id,
  instanceId: id.optional(),
  kind: z.enum(kindNames),
  live: z.int(),
  scheduled: z.int(),
  closed: z.int(),
  draft: z.int(),
});

const moment = z.strictObject({
  at: timestamp,
  type: z.enum(momentTypes),
  kind: z.enum(appKinds),
  projectId: id,
  spaceId: id,
  instanceId: id,
  contentId: id,
  name: z.string(),
});

/** What is on the shelves, and what will open and close in the next 30 days. */
export const overview = z
  .strictObject({
    at: timestamp,
    shelves: z.array(shelf),
    moments: z.array(moment).meta({ description: 'The next ones first; at most 500.' }),
    furtherMoments: z.int(),
  })
  .meta({ id: 'Overview' });

const sample = z.strictObject({
  at: timestamp,
  seconds: z.number().meta({ description: 'The length of the interval.' }),
  requests: z.int(),
  statuses: z.strictObject({ '2xx': z.int(), '3xx': z.int(), '4xx': z.int(), '5xx': z.int() }),
  p50Milliseconds: z.number().optional(),
  p99Milliseconds: z.number().optional(),
  cacheHits: z.int(),
  cacheMisses: z.int(),
  lagSeconds: z.number(),
});

/** The recent traffic of every node. */
export const traffic = z
  .strictObject({
    nodes: z.array(z.strictObject({ node: z.string(), isThis: z.boolean(), samples: z.array(sample) })),
  })
  .meta({
    id: 'Traffic',
    description: 'The traffic of every node in the last five minutes, in steps of two seconds.',
  });

/** Which change: the revision that a response with the status 202 has named; by default the newest. */
export const shownQuery = z.strictObject({
  revision: matching(z.string(), /^\d{1,15}$/, 'not_integer')
    .optional()
    .meta({ description: 'The revision of the store; by default the newest.' }),
});
/** Whether readers of this node see a change. */
export const shown = z.strictObject({ revision: z.int(), isShown: z.boolean() });

/** A request to the public listener. */
export const explorerBody = z.strictObject({
  path: matching(z.string().max(8192), /^\/static\/projects\/[^\s\\#]+$/, 'not_public_path'),
  headers: z
    .record(z.string().max(100), z.string().max(8192))
    .optional()
    .meta({ description: 'Accept-Encoding or If-None-Match.' }),
});

/** The response of the public listener. */
export const explorerAnswer = z
  .strictObject({
    status: z.int(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string(),
    bytes: z.int(),
    milliseconds: z.number(),
  })
  .meta({ id: 'ExplorerAnswer' });

/** One entry of the audit log. */
export type AuditView = z.infer<typeof auditEntry>;
/** What is on the shelves, and what will open and close. */
export type Overview = z.infer<typeof overview>;
/** The recent traffic of every node. */
export type Traffic = z.infer<typeof traffic>;
/** The response of the public listener. */
export type ExplorerAnswer = z.infer<typeof explorerAnswer>;
