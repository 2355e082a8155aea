import { media } from '@newsstand/contract';
import { z } from 'zod';

/** A media file as it is kept: as delivered, but where its original is ours, the name of that instead of URLs. */
export const mediaDocument = media.extend({
  original: z.strictObject({ sha256: z.string(), ext: z.string() }).optional(),
});

/** A media file as it is kept. */
export type MediaDocument = z.infer<typeof mediaDocument>;
