import type { Media } from '@newsstand/contract';

/** What is wrong with the type that is said of a media, in the light of its file. */
export function mediaTypeMismatch(
  type: Media['type'],
  file: { readonly type: Media['type'] },
): string | undefined {
  return type === file.type ? undefined : `is '${type}', but the file holds ${nouns[file.type]}`;
}

const nouns = { image: 'an image', video: 'a video' } as const;
