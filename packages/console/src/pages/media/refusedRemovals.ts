import { ApiError } from '../../api/request.ts';

/** Which of those that were to be deleted cannot be, and why; nothing where that is not what went wrong. */
export function refusedRemovals(
  error: unknown,
  ids: readonly string[],
): readonly { readonly id: string; readonly message: string }[] {
  if (!(error instanceof ApiError) || error.problem.status !== 409) return [];
  return (error.problem.errors ?? []).flatMap(({ path, message }) => {
    const id = ids[Number(/^changes\.(\d{1,4})/.exec(path)?.[1])];
    return id === undefined ? [] : [{ id, message }];
  });
}
