import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { isWebhooks } from '../../api/checks.ts';
import { webhooksPath } from '../../api/paths.ts';
import { fetchJson } from '../../api/request.ts';

/** Calls are made at any time, so what is shown about them is read anew so often. */
export const refreshMilliseconds = 3000;

/** The webhooks of a project. */
export function webhooksQuery(projectId: string) {
  return queryOptions({
    queryKey: ['webhooks', projectId],
    queryFn: () => fetchJson(webhooksPath(projectId), isWebhooks),
    refetchInterval: refreshMilliseconds,
  });
}

/** Returns a function that reads everything about webhooks anew, including their calls. */
export function useRefreshWebhooks(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['webhooks'] });
}
