import { brokenRuleSchema } from '@newsstand/contract';
import { z } from 'zod';
import type { PictureFormat } from '../encodeImage.ts';
import type { Operations } from '../Operations.ts';

/** A picture to render. `target` is the path to write it to; undefined if it can't be written. */
export type RenderJob = {
  readonly source: string;
  readonly target: string | undefined;
  readonly operations: Operations;
  readonly format: PictureFormat;
  readonly seed: number;
};

/** The result of a job, as the rendering process sends it. */
export const renderOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('made') }),
  // The disk is full. The bytes are missing if they are too large for a message.
  z.object({
    type: z.literal('unwritten'),
    bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array).optional(),
  }),
  z.object({
    type: z.literal('refused'),
    reason: z.enum(['undecodable', 'too-large']),
    broken: brokenRuleSchema(z),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

/** The result of a job. */
export type RenderOutcome = z.infer<typeof renderOutcome>;
