import type { Operator } from '../../../store/Admin.ts';
import { IntegrityError, type Writer } from '../../../store/Store.ts';
import { integrityMessages, type Origins } from '../../../transfer/ndjson/integrityMessages.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { OperatorRequest } from '../ApiRequest.ts';
import { type AuditEvent, writeAs } from '../writeAs.ts';

/** One transaction on content. */
type Work<T> = {
  readonly run: (writer: Writer, operator: Operator) => Promise<T>;
  readonly auditEvents: (result: T) => readonly AuditEvent[];
  /** Which part of the request changed what; line numbers count these parts. */
  readonly origins: Origins;
  /** The path of a part of the request. */
  readonly pathOf?: (part: number) => string;
  /** Whether it moves or removes whole places as they are: they may be older than the rules for IDs. */
  readonly isCopy?: boolean;
};

/** Runs one transaction of an operator; the store's refusals are reported as an import reports them. */
export async function writeContent<T>(context: ApiContext, req: OperatorRequest, work: Work<T>): Promise<T> {
  try {
    return await writeAs(context, req, work.run, work.auditEvents, { isCopy: work.isCopy ?? false });
  } catch (error) {
    throw error instanceof IntegrityError ? brokenRules(error, work) : error;
  }
}

function brokenRules<T>(error: IntegrityError, { origins, pathOf = () => '' }: Work<T>): ApiProblem {
  const errors = integrityMessages(error, origins).map(({ source: _, line, path, ...broken }) => ({
    path: [pathOf(line), path].filter((step) => step !== '').join('.'),
    ...broken,
  }));
  const detail = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new ApiProblem('conflict', detail.slice(0, 3).join('; ') || error.message, {
    errors: errors.slice(0, 100),
  });
}
