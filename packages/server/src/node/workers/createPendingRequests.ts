/** PendingRequests to other processes that wait for their answers. */
export type PendingRequests<Answer> = {
  /** Sends a question to one of them, with a number of its own; undefined where no answer comes in time. */
  ask(
    process: number,
    send: (request: number) => void,
    timeoutMilliseconds: number,
  ): Promise<Answer | undefined>;
  /** Hears the answer to a number; an answer that nobody waits for any more is none. */
  resolve(request: number, answer: Answer): void;
  /** A process has ended: what it was asked is not waited for any longer. */
  end(process: number): void;
};

type Waiting<Answer> = {
  readonly process: number;
  readonly resolve: (answer: Answer | undefined) => void;
};

/** Makes the place where questions wait. */
export function createPendingRequests<Answer>(): PendingRequests<Answer> {
  const waiting = new Map<number, Waiting<Answer>>();
  let requests = 0;
  return {
    async ask(process, send, timeoutMilliseconds) {
      const request = ++requests;
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
      waiting.set(request, { process, resolve });
      const timer = setTimeout(() => resolve(undefined), timeoutMilliseconds);
      send(request);
      const answer = await promise;
      clearTimeout(timer);
      waiting.delete(request);
      return answer;
    },
    resolve: (request, answer) => waiting.get(request)?.resolve(answer),
    end(ended) {
      for (const { process, resolve } of waiting.values()) if (process === ended) resolve(undefined);
    },
  };
}
