import type { KeptAnswer } from './KeptAnswer.ts';

/** Answers to what is asked again and again, by URL. */
export type KeptAnswers = {
  get(url: string): KeptAnswer | undefined;
  /** Whether a URL was asked for lately, so that its answer is worth keeping; it is noted in passing. */
  wasAsked(url: string): boolean;
  set(url: string, answer: KeptAnswer): void;
};

/** What an entry takes besides its URL and answer, roughly. */
const entryWeight = 200;
const notedUrls = 65_536;
/** So many get another turn at a time: nobody has to wait until all of them had theirs. */
const mostTurns = 8;

/**
 * Keeps answers up to a weight in bytes. When it is full the oldest go first, but one that was asked for meanwhile
 * gets another turn: so being asked for costs a mark, where moving it to the end would cost more than all the rest.
 */
export function createKeptAnswers(mostWeight: number): KeptAnswers {
  const kept = new Map<string, KeptAnswer>();
  const asked = new Uint32Array(notedUrls);
  let weight = 0;
  const weightOf = (url: string, answer: KeptAnswer) => entryWeight + url.length * 2 + answer.weight;

  function add(url: string, answer: KeptAnswer): void {
    kept.set(url, answer);
    weight += weightOf(url, answer);
  }

  function remove(url: string, answer: KeptAnswer): void {
    kept.delete(url);
    weight -= weightOf(url, answer);
  }

  function makeRoom(): void {
    let turns = mostTurns;
    for (const [url, answer] of kept) {
      if (weight <= mostWeight) return;
      remove(url, answer);
      if (answer.isUsed && turns-- > 0) add(url, answer);
      answer.isUsed = false;
    }
  }

  return {
    get(url) {
      const answer = kept.get(url);
      if (answer !== undefined) answer.isUsed = true;
      return answer;
    },
    wasAsked(url) {
      const hash = Bun.hash.xxHash32(url);
      const place = hash % notedUrls;
      const was = asked[place] === hash;
      asked[place] = hash;
      return was;
    },
    set(url, answer) {
      const old = kept.get(url);
      if (old !== undefined) remove(url, old);
      add(url, answer);
      makeRoom();
    },
  };
}
