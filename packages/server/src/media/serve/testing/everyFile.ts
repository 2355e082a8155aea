import type { MediaServerOptions } from '../createMediaServer.ts';
import type { Asker } from '../MediaResponse.ts';

/** For tests of something else: a record refers to every file. */
export const everyFile: Pick<MediaServerOptions, 'files' | 'caching'> = {
  files: { keyOf: () => 'file/space/record', refresh: async () => {} },
  caching: { maxAgeSeconds: 60, cdnMaxAgeSeconds: 0 },
};

/** Somebody who waits as long as it takes. */
export const patient: Asker = { header: () => undefined, network: '192.0.2.1', hasLeft: () => false };
