import { QueryClient } from '@tanstack/react-query';
import { AskError } from './ask.ts';

/** What was asked lately is shown at once and asked again; what was refused is not asked again by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) =>
          !(error instanceof AskError && error.problem.status !== undefined) && failures < 2,
      },
    },
  });
}
