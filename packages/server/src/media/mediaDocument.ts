import { media, ownMediaMembers } from '@newsstand/contract';
import { z } from 'zod';
import { originalName } from './originals/Originals.ts';

const original = z.strictObject({ sha256: z.string(), ext: z.string() });

/** A media record as it is stored: as delivered, but with the names of our files instead of their URLs. */
export const mediaDocument = media.omit({ width: true, height: true }).extend({
  original: original.optional(),
  /** HLS, or an asset package, whose paths are listed. `entry` is the file to start with. */
  bundle: z
    .strictObject({ id: z.string(), entry: z.string(), paths: z.array(z.string()).optional() })
    .optional(),
  /** The poster frame of a video. */
  poster: original.optional(),
  /**
   * The size in pixels, which is delivered, unlike the rest: a tiny blurred preview, the dominant colour, and what operators
   * file it under. A node of an earlier version delivers none of it.
   */
  about: z
    .strictObject({
      width: z.int().optional(),
      height: z.int().optional(),
      preview: z.string().optional(),
      colour: z.string().optional(),
      ...ownMediaMembers,
    })
    .optional(),
});

/** A media record as it is stored. */
export type MediaDocument = z.infer<typeof mediaDocument>;

/** The files that a media record refers to: originals by name, a bundle by ID. */
export function filesNamed({
  original,
  poster,
  bundle,
}: Pick<MediaDocument, 'original' | 'poster' | 'bundle'>): readonly string[] {
  const originals = [original, poster].filter((file) => file !== undefined);
  return [...originals.map(originalName), ...(bundle === undefined ? [] : [bundle.id])];
}

/** What identifies the file of a media: the hash of its original, or the ID of its bundle. */
export function fileHash({
  original,
  bundle,
}: Pick<MediaDocument, 'original' | 'bundle'>): string | undefined {
  return original?.sha256 ?? bundle?.id;
}

/** The hash of an original, or the ID of a bundle, from a name or path that starts with it. */
export function hashOf(fileName: string): string {
  return fileName.slice(0, 64);
}
