/** Questions to other processes that wait for their answers. */
export type Questions<Answer> = {
  /** Sends a question with a number of its own; undefined where no answer comes in time. */
  ask(send: (request: number) => void, patienceMilliseconds: number): Promise<Answer | undefined>;
  /** Hears the answer to a number; an answer that nobody waits for any more is none. */
  hear(request: number, answer: Answer): void;
};

/** Makes the place where questions wait. */
export function createQuestions<Answer>(): Questions<Answer> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let requests = 0;
  return {
    async ask(send, patienceMilliseconds) {
      const request = ++requests;
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
      waiting.set(request, resolve);
      const timer = setTimeout(() => resolve(undefined), patienceMilliseconds);
      send(request);
      const answer = await promise;
      clearTimeout(timer);
      waiting.delete(request);
      return answer;
    },
    hear: (request, answer) => waiting.get(request)?.(answer),
  };
}
