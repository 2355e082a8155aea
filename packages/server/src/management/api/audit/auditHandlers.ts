import { type AuditView, auditQuery, isAllowed } from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { AuditEntry, AuditQuery, Operator } from '../../../store/Admin.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { ownedPlaces } from '../operators/rights.ts';

/** Handles the audit log. Owners see the entries of their projects; owners of all projects see everything. */
export function auditHandlers(context: ApiContext): Pick<Handlers, 'listAudit' | 'exportAudit'> {
  return {
    listAudit: async (req) => {
      const { before, size, projectId, by, target } = req.query(auditQuery);
      const projectIds = projectsFor(req.operator, projectId);
      const list = await page(context, { before, most: size, projectIds, by, target });
      return Response.json({ list });
    },
    exportAudit: async ({ operator }) => {
      const headers = {
        'content-type': 'application/x-ndjson',
        'content-disposition': 'attachment; filename="audit.ndjson"',
      };
      return new Response(auditLines(context, projectsFor(operator)), { headers });
    },
  };
}

/** The projects whose entries an operator can see; undefined for all of them. */
function projectsFor({ roles }: Operator, wanted?: string): readonly string[] | undefined {
  const owned = ownedPlaces(roles)?.flatMap(({ projectId, spaceId }) =>
    spaceId === undefined ? projectId : [],
  );
  const isRefused = wanted !== undefined && !isAllowed(roles, 'owner', { projectId: wanted });
  if (owned?.length === 0 || isRefused) {
    throw new ApiProblem('role_missing', 'only owners can read the audit log');
  }
  return wanted === undefined ? owned : [wanted];
}

async function page({ store }: ApiContext, query: AuditQuery): Promise<readonly AuditView[]> {
  const entries = await (await store()).read((reader) => reader.audit(query));
  return entries.map(auditView);
}

function auditView(entry: AuditEntry & { readonly number: number }): AuditView {
  const { number, at, by, action, projectId, target, details } = entry;
  return {
    ...{ number, at, by, action },
    ...(projectId !== undefined && { projectId }),
    target,
    ...(details !== undefined && { details: { ...details } }),
  };
}

const pageSize = 500;

/** The log as lines of JSON, page by page on demand: a log of years is never in memory as a whole. */
export function auditLines(
  context: ApiContext,
  projectIds: readonly string[] | undefined,
): ReadableStream<Uint8Array> {
  let before: number | undefined;
  const encoder = new TextEncoder();
  const pause = createPause();
  return new ReadableStream({
    async pull(controller) {
      try {
        await pause();
        const entries = await page(context, { before, most: pageSize, projectIds });
        before = entries.at(-1)?.number;
        const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
        if (lines !== '') controller.enqueue(encoder.encode(lines));
        if (entries.length < pageSize) controller.close();
      } catch (error) {
        context.onError(error);
        controller.error(error);
      }
    },
  });
}
