import type { MediaServerOptions } from '../createMediaServer.ts';

/** For tests of something else: a record refers to every file. */
export const everyFile: Pick<MediaServerOptions, 'files' | 'caching'> = {
  files: { keyOf: () => 'file/space/record', refresh: async () => {} },
  caching: { maxAgeSeconds: 60, cdnMaxAgeSeconds: 0 },
};
