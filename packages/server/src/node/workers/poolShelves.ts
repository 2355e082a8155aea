import type { OperatorList } from '../../catalogue/answerOperatorList.ts';
import type { ShelfCount } from '../../catalogue/Catalogue.ts';
import type { Glance, SpaceSearch } from '../../catalogue/searchSpace.ts';
import type { TransitionQuery } from '../../catalogue/transitionsIn.ts';
import type { Moments, ShelfQuery } from '../../management/api/ApiContext.ts';
import { ApiProblem } from '../../management/api/ApiProblem.ts';
import type { ProcessShelves } from '../../management/api/service/shelvesOf.ts';
import type { RecordKey } from '../../store/Store.ts';
import type { WebhookPosition } from '../../store/Webhook.ts';
import type { FoundEvents, WantedScope } from '../../webhooks/findEvents.ts';

/** What a worker can say of its content. */
export type WorkerShelves = ProcessShelves & {
  /** What has happened since a position in some scopes. */
  events(from: WebhookPosition, scopes: readonly WantedScope[]): Promise<FoundEvents>;
};

/** A request from the parent about a worker's shelves. */
export type ShelfRequest =
  | { readonly about: 'list'; readonly query: ShelfQuery }
  | { readonly about: 'counts' }
  | { readonly about: 'moments'; readonly query: TransitionQuery }
  | { readonly about: 'search'; readonly query: SpaceSearch }
  | { readonly about: 'glances'; readonly keys: readonly RecordKey[] }
  | { readonly about: 'shown'; readonly revision: number; readonly patience?: number | undefined }
  | { readonly about: 'events'; readonly from: WebhookPosition; readonly scopes: readonly WantedScope[] };

/** The worker's response. */
export type ShelfResponse =
  | { readonly about: 'list'; readonly list: OperatorList | undefined }
  | { readonly about: 'counts'; readonly counts: readonly ShelfCount[] }
  | { readonly about: 'moments'; readonly moments: Moments }
  | { readonly about: 'search'; readonly found: readonly Glance[] }
  | { readonly about: 'glances'; readonly glances: readonly (Glance | null)[] }
  | { readonly about: 'shown'; readonly isShown: boolean }
  | { readonly about: 'events'; readonly found: FoundEvents };

/** Handles a request in a worker. */
export async function answerShelfRequest(
  shelves: WorkerShelves,
  ask: ShelfRequest,
  signal?: AbortSignal,
): Promise<ShelfResponse> {
  const { about } = ask;
  if (about === 'list') return { about, list: await shelves.list(ask.query, signal) };
  if (about === 'counts') return { about, counts: await shelves.counts() };
  if (about === 'shown') return { about, isShown: await shelves.shown(ask.revision, ask.patience) };
  if (about === 'events') return { about, found: await shelves.events(ask.from, ask.scopes) };
  if (about === 'search') return { about, found: await shelves.search(ask.query, signal) };
  if (about === 'glances') {
    // JSON has no undefined.
    const glances = (await shelves.glances(ask.keys, signal)).map((glance) => glance ?? null);
    return { about, glances };
  }
  return { about, moments: await shelves.moments(ask.query, signal) };
}

/** To write a message of megabytes keeps the readers of a worker waiting. */
const glancesAtOnce = 100;

/** Sends a request to one worker; undefined if it does not respond in time, or once nobody waits for it. */
export type AskWorker = (ask: ShelfRequest, signal?: AbortSignal) => Promise<ShelfResponse | undefined>;

/**
 * The shelves of several processes, which all hold the same; `ready` are those that can respond, `following` also those
 * that are about to be.
 */
export function poolShelves(
  ready: () => readonly AskWorker[],
  following: () => readonly AskWorker[] = ready,
): WorkerShelves {
  let turn = 0;

  /** Asks one worker after the other, round robin. */
  async function ask<About extends ShelfResponse['about']>(
    question: ShelfRequest & { readonly about: About },
    signal?: AbortSignal,
  ): Promise<Extract<ShelfResponse, { about: About }>> {
    const workers = ready();
    const first = turn++;
    for (let tries = 0; tries < workers.length; tries++) {
      const response = await workers[(first + tries) % workers.length]?.(question, signal);
      signal?.throwIfAborted();
      if (response !== undefined && isAbout(response, question.about)) return response;
    }
    throw new ApiProblem('not_ready', 'no process of this node responds; try again in a moment');
  }

  return {
    list: async (query, signal) => (await ask({ about: 'list', query }, signal)).list,
    counts: async () => (await ask({ about: 'counts' })).counts,
    moments: async (query, signal) => (await ask({ about: 'moments', query }, signal)).moments,
    search: async (query, signal) => (await ask({ about: 'search', query }, signal)).found,
    async glances(keys, signal) {
      const glances: (Glance | undefined)[] = [];
      for (let from = 0; from < keys.length; from += glancesAtOnce) {
        const question = { about: 'glances', keys: keys.slice(from, from + glancesAtOnce) } as const;
        for (const glance of (await ask(question, signal)).glances) glances.push(glance ?? undefined);
      }
      return glances;
    },
    events: async (from, scopes) => (await ask({ about: 'events', from, scopes })).found,
    async shown(revision, patience) {
      // Workers that start later load what the store holds by then.
      const question = { about: 'shown', revision, patience } as const;
      const response = await Promise.all(following().map((worker) => worker(question)));
      return response.every((one) => one?.about === 'shown' && one.isShown);
    },
  };
}

function isAbout<About extends ShelfResponse['about']>(
  response: ShelfResponse,
  about: About,
): response is Extract<ShelfResponse, { about: About }> {
  return response.about === about;
}
