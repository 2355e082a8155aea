import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPresence } from '../../../api/checks.ts';
import { type ItemShelf, itemPath } from '../../../api/paths.ts';
import { fetchJson, sendRequest } from '../../../api/request.ts';

/** Often enough that nobody counts as gone, who is after 30 seconds. */
const beatMilliseconds = 10_000;

/** Tells the service that this operator is here, and returns who else is. */
export function usePresence(shelf: ItemShelf, contentId: string | undefined, isEditing: boolean) {
  const path = contentId === undefined ? undefined : `${itemPath(shelf, contentId)}/presence`;
  const { data } = useQuery({
    queryKey: ['presence', path, isEditing],
    queryFn: ({ signal }) =>
      fetchJson(path ?? '', isPresence, { method: 'PUT', body: { isEditing }, signal }),
    enabled: path !== undefined,
    refetchInterval: beatMilliseconds,
    retry: false,
  });
  useEffect(() => {
    if (path === undefined) return undefined;
    const leave = () => {
      // Nobody is asked to sign in for that.
      const options = { method: 'DELETE', keepalive: true, isSigningIn: true } as const;
      sendRequest(path, options).catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [path]);
  return data?.others ?? [];
}
