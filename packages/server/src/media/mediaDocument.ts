import { media } from '@newsstand/contract';
import { z } from 'zod';
import { originalName } from './originals/Originals.ts';

const original = z.strictObject({ sha256: z.string(), ext: z.string() });

/** A media file as it is kept: as delivered, but where its files are ours, what they are called instead of URLs. */
export const mediaDocument = media.extend({
  original: original.optional(),
  /** A folder of files: HLS, or an asset package, whose paths are then listed. `entry` is the file to begin with. */
  bundle: z
    .strictObject({ id: z.string(), entry: z.string(), paths: z.array(z.string()).optional() })
    .optional(),
  /** The picture that stands for a video. */
  poster: original.optional(),
  /** What is known of it besides, and not delivered: pixels, a tiny blurred preview, and the colour it is mostly of. */
  about: z
    .strictObject({
      width: z.int(),
      height: z.int(),
      preview: z.string().optional(),
      colour: z.string().optional(),
    })
    .optional(),
});

/** A media file as it is kept. */
export type MediaDocument = z.infer<typeof mediaDocument>;

/** The files that a media record names: originals by their names, a bundle by its ID. */
export function filesNamed({
  original,
  poster,
  bundle,
}: Pick<MediaDocument, 'original' | 'poster' | 'bundle'>): readonly string[] {
  const originals = [original, poster].filter((file) => file !== undefined);
  return [...originals.map(originalName), ...(bundle === undefined ? [] : [bundle.id])];
}

/** What all names of a file begin with: the hash of its content, or the ID of a bundle. */
export function hashOf(fileName: string): string {
  return fileName.slice(0, 64);
}
