import { type ManageErrorCode, manageProblem } from '@newsstand/contract/manage';
import { problemWebResponse } from '../../http/problemResponse.ts';
import { codeOf } from '../../store/postgres/explain.ts';
import { IntegrityError } from '../../store/Store.ts';
import { StoreError, StoreReplacedError } from '../../store/StoreError.ts';
import { isBusy } from '../../store/sqlite/explain.ts';
import { ApiProblem } from './ApiProblem.ts';

/** Turns an error into problem details. Internal errors go to `onError` instead. */
export function problemResponse(
  error: unknown,
  requestId: string,
  onError: (error: unknown) => void,
): Response {
  const { code, message, more } = refusalOf(error, onError);
  const { errors, members, json, headers } = more;
  const problem = manageProblem(code, message, requestId, { ...(errors && { errors }), ...members });
  return problemWebResponse(problem, headers, json);
}

function refusalOf(error: unknown, onError: (error: unknown) => void): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof IntegrityError) return new ApiProblem('conflict', error.message);
  if (error instanceof StoreError && isLocked(error.cause)) {
    return later('store_busy', 'another change is being written; try again in a moment');
  }
  onError(error);
  if (error instanceof StoreReplacedError) return new ApiProblem('store_replaced', replacedDetail(error));
  if (error instanceof StoreError)
    return later('store_unavailable', 'try again; the log says what is the matter');
  return new ApiProblem('server_error', 'something went wrong here; the log says what');
}

function replacedDetail({ isUncertain }: StoreReplacedError): string {
  const fate = isUncertain ? 'This change may be lost: look for it after the restart' : 'Nothing was changed';
  return `the files of the store were replaced or removed while the service was running; restart the service. ${fate}`;
}

function isLocked(cause: unknown): boolean {
  return isBusy(cause) || /^(55P03|40P01)$/.test(codeOf(cause));
}

function later(code: ManageErrorCode, detail: string): ApiProblem {
  return new ApiProblem(code, detail, { headers: { 'retry-after': '1' } });
}
