import { z } from 'zod';
import { breaks } from '../rules.ts';

/** Fewer digits than there are in numbers that are no longer exact. */
const integerPattern = /^-?\d{1,16}$/;

/** An integer in a query, written with digits only: neither an empty text nor `1e3` or `0x10` is a number there. */
export function queryInteger(least: number, most: number) {
  const isWithin = (text: string) =>
    integerPattern.test(text) && Number(text) >= least && Number(text) <= most;
  return z
    .string()
    .refine(isWithin, breaks('integer_range', { least, most }))
    .transform(Number)
    .meta({ type: 'integer', minimum: least, maximum: most });
}
