import { useEffect } from 'react';
import { uploads, useUploads } from '../upload/uploads.ts';

/** Takes the media that a file has become, where a single one was uploaded at a place. */
export function useTakenUpload(place: string, onTake: (mediaId: string) => void): void {
  const entries = useUploads(place);
  const [only, ...others] = entries.filter(({ stage }) => stage !== 'failed');
  const taken = others.length === 0 ? only?.mediaId : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken once.
  useEffect(() => {
    if (taken === undefined) return;
    for (const { id } of entries) uploads.remove(id);
    onTake(taken);
  }, [taken]);
}
