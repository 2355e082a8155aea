import { z } from 'zod';

const message = z.object({
  id: z.int().optional(),
  sessionId: z.string().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

type Message = z.infer<typeof message>;
type Waiting = { readonly take: (answer: Message) => void; readonly fail: (error: Error) => void };

/** A conversation with a browser in the DevTools protocol. */
export type Devtools = {
  /** Asks for something, of a page where its session is named. */
  ask(method: string, params?: object, sessionId?: string): Promise<unknown>;
  /** Hears what happens of one kind in one page. */
  hear(sessionId: string, method: string, take: (params: unknown) => void): void;
};

/** Opens a conversation at the address that the browser gave. */
export async function openDevtools(url: string): Promise<Devtools> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  const hearing: { readonly key: string; readonly take: (params: unknown) => void }[] = [];
  let last = 0;

  socket.onmessage = ({ data }) => {
    const heard = message.parse(JSON.parse(String(data)));
    if (heard.id === undefined) {
      const key = `${heard.sessionId} ${heard.method}`;
      for (const listener of hearing) if (listener.key === key) listener.take(heard.params);
    } else {
      waiting.get(heard.id)?.take(heard);
      waiting.delete(heard.id);
    }
  };
  const gone = new Error('the browser has gone');
  socket.onclose = () => {
    for (const { fail } of waiting.values()) fail(gone);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });

  return {
    async ask(method, params = {}, sessionId) {
      if (socket.readyState !== WebSocket.OPEN) throw gone;
      const id = ++last;
      const answer = new Promise<Message>((take, fail) => waiting.set(id, { take, fail }));
      socket.send(JSON.stringify({ id, method, params, sessionId }));
      const { error, result } = await inTime(
        answer,
        () => `${method} ${JSON.stringify(params).slice(0, 500)}`,
      );
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    hear: (sessionId, method, take) => hearing.push({ key: `${sessionId} ${method}`, take }),
  };
}

/** A page that hangs would say nothing at all: then at least what was asked of it is told. */
const patience = 120_000;

async function inTime<T>(answer: Promise<T>, question: () => string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer from the browser to ${question()}`)), patience);
  return await Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
