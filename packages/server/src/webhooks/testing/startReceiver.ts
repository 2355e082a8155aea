import { z } from 'zod';

/** A call as a receiver gets it. */
export type Received = {
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
};

const body = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({ projectId: z.string(), id: z.string().optional(), at: z.number() }),
});
type Body = z.infer<typeof body>;

/** A receiver of webhooks on a real socket; `answer` decides what it says to a call, which is kept in any case. */
export type Receiver = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  readonly calls: Received[];
  answer: (call: Received) => Response | Promise<Response>;
};

/** Starts a receiver that accepts everything at first. */
export function startReceiver(port = 0, hostname = '127.0.0.1'): Receiver {
  const calls: Received[] = [];
  const server = Bun.serve({
    ...{ port, hostname },
    fetch: async (request) => {
      const text = await request.text();
      const path = new URL(request.url).pathname;
      const call = { path, headers: request.headers, text, body: body.parse(JSON.parse(text)) };
      calls.push(call);
      return await receiver.answer(call);
    },
  });
  const receiver: Receiver = {
    ...{ url: `http://${hostname}:${server.port}`, port: server.port ?? 0, calls },
    answer: () => new Response('fine'),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return receiver;
}
