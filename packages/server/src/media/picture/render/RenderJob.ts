import { z } from 'zod';
import type { PictureFormat } from '../encodeImage.ts';
import type { Operations } from '../Operations.ts';

/** A picture to be made, and where it is written; undefined where it can't be. */
export type RenderJob = {
  readonly source: string;
  readonly target: string | undefined;
  readonly operations: Operations;
  readonly format: PictureFormat;
  readonly seed: number;
};

/** What became of a job, as the process that makes pictures says it. */
export const renderOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('made') }),
  // The disk is full: these are the bytes.
  z.object({
    type: z.literal('unwritten'),
    bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array).optional(),
  }),
  z.object({
    type: z.literal('refused'),
    reason: z.enum(['undecodable', 'too-large']),
    message: z.string(),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

/** What became of a job. */
export type RenderOutcome = z.infer<typeof renderOutcome>;
