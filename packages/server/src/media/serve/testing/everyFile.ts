import type { MediaServerOptions } from '../createMediaServer.ts';

/** For tests that are about something else: every file is named by a record. */
export const everyFile: Pick<MediaServerOptions, 'files' | 'caching'> = {
  files: { keyOf: () => 'file/space/record', refresh: async () => {} },
  caching: { maxAgeSeconds: 60, cdnMaxAgeSeconds: 0 },
};
