import { connect, createServer, type Server } from 'node:net';
import { FramingError, parseResponse } from '../parseResponse.ts';

/** Stands between a proxy and a node, passes everything on, and counts what each says to the other. */
export type Tap = {
  readonly address: string;
  /** Once everything has come to rest: where the two do not agree on how many requests there were. */
  disagreements(): Promise<readonly string[]>;
  close(): void;
};

/** What is known of one connection between them. */
type Conversation = {
  /** What the proxy has said, and what the node has, as far as it is not read yet. */
  asked: Buffer;
  answered: Buffer;
  /** The methods of requests that are not answered yet. */
  readonly open: string[];
  requests: number;
  responses: number;
  isClosed: boolean;
  fault: string | undefined;
};

/** What is on its way gets a second. */
const mostTries = 100;

/** Opens a tap to a node. */
export async function openTap(nodeAddress: string): Promise<Tap> {
  const [host = '', port = ''] = nodeAddress.split(':');
  const conversations = new Set<Conversation>();
  const server = createServer((front) => {
    const back = connect(Number(port), host);
    const conversation: Conversation = {
      ...{ asked: Buffer.alloc(0), answered: Buffer.alloc(0), open: [], requests: 0, responses: 0 },
      ...{ isClosed: false, fault: undefined },
    };
    conversations.add(conversation);
    const end = () => {
      conversation.isClosed = true;
      front.destroy();
      back.destroy();
    };
    front.on('data', (chunk) => {
      conversation.asked = Buffer.concat([conversation.asked, Buffer.from(chunk)]);
      readRequests(conversation);
    });
    back.on('data', (chunk) => {
      conversation.answered = Buffer.concat([conversation.answered, Buffer.from(chunk)]);
      readResponses(conversation);
    });
    front.on('error', end).on('close', end).pipe(back);
    back.on('error', end).on('close', end).pipe(front);
  });
  const tapPort = await listening(server);
  return {
    address: `127.0.0.1:${tapPort}`,
    async disagreements() {
      const found = () => [...conversations].flatMap(disagreement);
      for (let tries = 0; found().length > 0 && tries < mostTries; tries++) await Bun.sleep(10);
      const left = found();
      for (const each of conversations)
        if (each.isClosed || disagreement(each).length > 0) conversations.delete(each);
      return left;
    },
    close: () => void server.close(),
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** A proxy may give up on an answer; but nobody may answer what was not asked, or wait for more of what is whole. */
function disagreement({ requests, responses, isClosed, fault }: Conversation): readonly string[] {
  if (fault !== undefined) return [fault];
  if (responses > requests || (responses < requests && !isClosed))
    return [`the proxy sent ${requests} requests, the node answered ${responses}`];
  return [];
}

/** Reads what the proxy says, by the plain rules: a head, and as much body as its length says. */
function readRequests(conversation: Conversation): void {
  for (;;) {
    const { asked } = conversation;
    const headEnd = asked.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = asked.toString('latin1', 0, headEnd);
    if (/^transfer-encoding:/im.test(head))
      conversation.fault = `the proxy sent a chunked body: ${head.slice(0, 100)}`;
    const length = Number(/^content-length: *(\d+)\r?$/im.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (asked.length < end) return;
    conversation.asked = asked.subarray(end);
    conversation.requests++;
    conversation.open.push(head.split(' ', 1)[0] ?? '');
  }
}

function readResponses(conversation: Conversation): void {
  try {
    for (;;) {
      const isHead = conversation.open[0] === 'HEAD';
      const parsed = parseResponse(conversation.answered, { isHead, isByProxy: false, isClosed: false });
      if (parsed === undefined) return;
      conversation.answered = conversation.answered.subarray(parsed.end);
      conversation.open.shift();
      conversation.responses++;
    }
  } catch (error) {
    if (!(error instanceof FramingError)) throw error;
    conversation.fault = `the node answered what is no answer: ${error.message}`;
  }
}
