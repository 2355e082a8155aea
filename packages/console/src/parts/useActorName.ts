import { useQuery } from '@tanstack/react-query';
import { isNames } from '../api/checks.ts';
import { fetchJson } from '../api/request.ts';
import { useWords } from '../words/LanguageProvider.tsx';

const freshMilliseconds = 300_000;

/**
 * What to call whoever did something: operators by their names, or else by their sign-in names, as those who are gone; and
 * the command line.
 */
export function useActorName(): (by: string) => string {
  const { commandLine } = useWords().listTable;
  const { data } = useQuery({
    queryKey: ['names'],
    queryFn: ({ signal }) => fetchJson('/names', isNames, { signal }),
    staleTime: freshMilliseconds,
    select: namesById,
  });
  return (by) => (by === 'command line' ? commandLine : (data?.get(by) ?? by));
}

function namesById(
  names: readonly { readonly operatorId: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  return new Map(names.map(({ operatorId, name }) => [operatorId, name]));
}
