import { connect, createServer, type Server } from 'node:net';
import { FramingError, parseResponse } from '../parseResponse.ts';

/** Sits between a proxy and a node, passes everything on, and counts requests and responses. */
export type Tap = {
  readonly address: string;
  /** Waits until everything is quiet; describes where the two disagree about the number of requests. */
  disagreements(): Promise<readonly string[]>;
  close(): void;
};

/** The state of one connection between them. */
type Conversation = {
  /** Unread bytes from the proxy and from the node. */
  asked: Buffer;
  answered: Buffer;
  /** The methods of requests without a response yet. */
  readonly open: string[];
  requests: number;
  responses: number;
  isClosed: boolean;
  fault: string | undefined;
};

/** How long to wait for bytes in flight. */
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

/** A proxy may give up on a response, but there must be no response without a request, and no incomplete request. */
function disagreement({ requests, responses, isClosed, fault }: Conversation): readonly string[] {
  if (fault !== undefined) return [fault];
  if (responses > requests || (responses < requests && !isClosed))
    return [`the proxy sent ${requests} requests, the node answered ${responses}`];
  return [];
}

/** Parses what the proxy sends: a head, and a body of the given length. */
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
    conversation.fault = `the node sent an invalid response: ${error.message}`;
  }
}
