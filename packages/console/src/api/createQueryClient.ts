import { QueryClient } from '@tanstack/react-query';
import { AskError } from './ask.ts';

/** What was asked lately is shown at once and asked again; what was refused is not asked again by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The service may be on this very machine: what the browser thinks of the network says nothing of it.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) =>
          !(error instanceof AskError && error.problem.status !== undefined) && failures < 2,
      },
    },
  });
}
