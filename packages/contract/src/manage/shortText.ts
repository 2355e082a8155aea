import { z } from 'zod';

/** What holds nothing that a terminal would obey; and not every store keeps all of that. */
export const withoutControl = [/^\P{Cc}*$/u, 'must not hold control characters'] as const;

/** A name that people give: one line. */
export const shortText = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(...withoutControl);
