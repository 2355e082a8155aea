import { type AuditView, auditQuery, auditSearch, isAllowed } from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { AuditQuery, Operator } from '../../../store/Admin.ts';
import type { AuditLine } from '../../../store/Audit.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { ownedPlaces } from '../operators/rights.ts';

/** Handles the audit log. Owners see the entries of their projects; owners of all projects see everything. */
export function auditHandlers(
  context: ApiContext,
): Pick<Handlers, 'listAudit' | 'exportAudit' | 'exportAuditTable'> {
  const download = (req: OperatorRequest, type: string, ending: string, format: Format) => {
    const { projectId, ...search } = req.query(auditSearch);
    const query = { ...search, projectIds: projectsFor(req.operator, projectId) };
    const headers = {
      'content-type': type,
      'content-disposition': `attachment; filename="audit.${ending}"`,
    };
    return new Response(auditLines(context, query, format), { headers });
  };
  return {
    listAudit: async (req) => {
      const { size, projectId, ...search } = req.query(auditQuery);
      const projectIds = projectsFor(req.operator, projectId);
      return Response.json({ list: await page(context, { ...search, most: size, projectIds }) });
    },
    exportAudit: async (req) => download(req, 'application/x-ndjson', 'ndjson', asJson),
    exportAuditTable: async (req) => download(req, 'text/csv; charset=utf-8', 'csv', asTable),
  };
}

/** How entries are exported: what comes first, and each of them. */
type Format = { readonly head: string; readonly line: (entry: AuditView) => string };

const asJson: Format = { head: '', line: (entry) => `${JSON.stringify(entry)}\n` };

/** With a byte order mark, without which spreadsheets take the text for another encoding. */
const asTable: Format = {
  head: '\ufeffnumber,at,by,action,projectId,target,details,hash\r\n',
  line: ({ number, at, by, action, projectId = '', target, details, hash }) => {
    const time = new Date(at).toISOString();
    const cells = [by, action, projectId, target, details ? JSON.stringify(details) : '', hash];
    return `${[`${number}`, time, ...cells.map(cell)].join(',')}\r\n`;
  },
};

/** A spreadsheet would run a text that begins like a formula. */
function cell(text: string): string {
  const safe = /^[\s=+\-@|%]/u.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
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

function auditView(entry: AuditLine): AuditView {
  const { number, at, by, action, projectId, target, details, hash } = entry;
  return {
    ...{ number, at, by, action },
    ...(projectId !== undefined && { projectId }),
    target,
    ...(details !== undefined && { details: { ...details } }),
    hash,
  };
}

const pageSize = 500;

/** What was found, line by line, page by page on demand: a log of years is never in memory as a whole. */
export function auditLines(
  context: ApiContext,
  query: Omit<AuditQuery, 'before' | 'most'>,
  { head, line }: Format = asJson,
): ReadableStream<Uint8Array> {
  let before: number | undefined;
  const encoder = new TextEncoder();
  const pause = createPause();
  return new ReadableStream({
    async pull(controller) {
      try {
        await pause();
        const entries = await page(context, { ...query, before, most: pageSize });
        const lines = (before === undefined ? head : '') + entries.map(line).join('');
        before = entries.at(-1)?.number;
        if (lines !== '') controller.enqueue(encoder.encode(lines));
        if (entries.length < pageSize) controller.close();
      } catch (error) {
        context.onError(error);
        controller.error(error);
      }
    },
  });
}
