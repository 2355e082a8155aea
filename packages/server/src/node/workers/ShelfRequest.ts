import type { ShelfCount } from '../../catalogue/Catalogue.ts';
import type { TransitionQuery } from '../../catalogue/transitionsIn.ts';
import type { Moments, ShelfQuery } from '../../management/api/ApiContext.ts';
import type { ProcessShelves } from '../../management/api/service/shelvesOf.ts';

/** A request from the parent about a worker's shelves. */
export type ShelfRequest =
  | { readonly about: 'list'; readonly query: ShelfQuery }
  | { readonly about: 'counts' }
  | { readonly about: 'moments'; readonly query: TransitionQuery }
  | { readonly about: 'shown'; readonly revision: number };

/** The worker's response. */
export type ShelfResponse =
  | { readonly about: 'list'; readonly text: string | undefined }
  | { readonly about: 'counts'; readonly counts: readonly ShelfCount[] }
  | { readonly about: 'moments'; readonly moments: Moments }
  | { readonly about: 'shown'; readonly isShown: boolean };

/** Answers for a worker. */
export async function answerShelfRequest(shelves: ProcessShelves, ask: ShelfRequest): Promise<ShelfResponse> {
  const { about } = ask;
  if (about === 'list') return { about, text: await shelves.list(ask.query) };
  if (about === 'counts') return { about, counts: await shelves.counts() };
  if (about === 'shown') return { about, isShown: await shelves.shown(ask.revision) };
  const { from, until, most, projectIds } = ask.query;
  return { about, moments: await shelves.moments(from, until, most, projectIds) };
}
