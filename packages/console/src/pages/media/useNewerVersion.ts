import type { ManagedItem } from '@newsstand/contract/manage';
import { useEffect } from 'react';

/** Takes over what comes from elsewhere, unless somebody is at work here: then saving tells that it is there. */
export function useNewerVersion(
  media: ManagedItem<'media'>,
  isBusy: boolean,
  adopt: (media: ManagedItem<'media'>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version.
  useEffect(() => {
    if (!isBusy) adopt(media);
  }, [media.etag]);
}
