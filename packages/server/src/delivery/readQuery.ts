import { mentions, type ParameterFault, parseQuery, type Query } from '@newsstand/contract';
import { invalidParameters, problems, type RequestProblem, undecodedFaults } from './problems.ts';
import type { ContentRoute } from './readRequest.ts';

/** How far the clock of whoever asks for now may be behind. */
const clockTolerance = 60_000;

/** Reads the parameters in the query, and checks those in the path. */
export function readQuery(
  { operation, undecoded }: ContentRoute,
  text: string,
  mayPreview: boolean,
  now: number,
): Query | RequestProblem {
  const { query, faults = [] } = parseQuery(operation, text);
  const namesPreview = query === undefined ? mentions(text, 'previewAt') : query.previewAt !== undefined;
  if (namesPreview && !mayPreview) return problems.previewDenied;
  if (query === undefined || undecoded.length > 0)
    return invalidParameters([...undecodedFaults(undecoded), ...faults]);
  const { previewAt = now } = query;
  // What was live then may have been changed since, so it can't be told from what is held here.
  if (previewAt < now - clockTolerance) return invalidParameters([pastPreview(now)]);
  return previewAt < now ? { ...query, previewAt: now } : query;
}

function pastPreview(now: number): ParameterFault {
  return { parameter: 'previewAt', message: `must not be in the past; it can be ${now} (now) or later` };
}
