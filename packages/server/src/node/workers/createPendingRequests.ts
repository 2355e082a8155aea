/** Requests to other processes that await their responses. */
export type PendingRequests<Answer> = {
  /** Sends a request with a number of its own; resolves to undefined if no response arrives in time. */
  ask(
    process: number,
    send: (request: number) => void,
    timeoutMilliseconds: number,
  ): Promise<Answer | undefined>;
  /** Resolves the request with this number; ignored if it is no longer pending. */
  resolve(request: number, answer: Answer): void;
  /** A process has ended: its pending requests resolve to undefined. */
  end(process: number): void;
};

type Waiting<Answer> = {
  readonly process: number;
  readonly resolve: (answer: Answer | undefined) => void;
};

/** Creates an empty set of pending requests. */
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
