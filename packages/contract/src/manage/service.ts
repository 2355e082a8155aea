import { z } from 'zod';
import { appKinds, kindNames } from '../plainKinds.ts';
import { id, timestamp, withoutControl } from '../text.ts';

/** One line of the audit log: who did what, to what, and when. */
export const auditEntry = z
  .strictObject({
    number: z.int().meta({ description: 'Counts up.' }),
    at: timestamp,
    by: z.string().meta({ description: 'An operator, or `command line`.' }),
    action: z.string().meta({ description: 'As in `news.put` or `key.revoke`.' }),
    projectId: id.optional(),
    target: z.string().meta({ description: 'What it was done to, as a path.' }),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, to what, and when.' });

/** How the audit log is asked for; the newest comes first. */
export const auditQuery = z.strictObject({
  before: z.coerce.number().int().min(1).optional().meta({ description: 'Only entries with lower numbers.' }),
  size: z.coerce.number().int().min(1).max(500).default(100),
  projectId: id.optional(),
  by: z
    .string()
    .max(128)
    .regex(...withoutControl)
    .optional(),
  target: z
    .string()
    .max(500)
    .regex(...withoutControl)
    .optional()
    .meta({ description: 'Only what begins with this path.' }),
});

/** A part of the audit log. */
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
  type: z.enum(['opens', 'closes']),
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
    moments: z.array(moment).meta({ description: 'At most 500, the next first.' }),
    furtherMoments: z.int(),
  })
  .meta({ id: 'Overview' });

const sample = z.strictObject({
  at: timestamp,
  seconds: z.number().meta({ description: 'How long it was counted for.' }),
  requests: z.int(),
  statuses: z.strictObject({ '2xx': z.int(), '3xx': z.int(), '4xx': z.int(), '5xx': z.int() }),
  p50Milliseconds: z.number().optional(),
  p99Milliseconds: z.number().optional(),
  cacheHits: z.int(),
  cacheMisses: z.int(),
  lagSeconds: z.number(),
});

/** What every node was asked lately. */
export const traffic = z
  .strictObject({
    nodes: z.array(z.strictObject({ node: z.string(), isThis: z.boolean(), samples: z.array(sample) })),
  })
  .meta({
    id: 'Traffic',
    description: 'What every node was asked in the last five minutes, in steps of two seconds.',
  });

/** A question as a reader would ask it. */
export const explorerBody = z.strictObject({
  path: z
    .string()
    .max(8192)
    .regex(
      /^\/static\/projects\/[^\s\\#]+$/,
      'must be a path of the public interface, from /static/projects on',
    ),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Accept-Encoding or If-None-Match.' }),
});

/** What the public listener answered. */
export const explorerAnswer = z
  .strictObject({
    status: z.int(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string(),
    bytes: z.int(),
    milliseconds: z.number(),
  })
  .meta({ id: 'ExplorerAnswer' });

/** One line of the audit log. */
export type AuditView = z.infer<typeof auditEntry>;
/** What is on the shelves, and what will open and close. */
export type Overview = z.infer<typeof overview>;
/** What every node was asked lately. */
export type Traffic = z.infer<typeof traffic>;
/** What the public listener answered. */
export type ExplorerAnswer = z.infer<typeof explorerAnswer>;
