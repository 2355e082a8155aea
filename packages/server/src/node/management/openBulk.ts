import { placeChange } from '@newsstand/contract/manage';
import type { Subprocess } from 'bun';
import { z } from 'zod';
import { createSemaphore } from '../../concurrency/createSemaphore.ts';
import { sendMessage } from '../../concurrency/sendMessage.ts';
import type { Config } from '../../config/readConfig.ts';
import type { ApiContext } from '../../management/api/ApiContext.ts';
import { ApiProblem } from '../../management/api/ApiProblem.ts';
import type { Handler, Handlers, OperatorRequest } from '../../management/api/ApiRequest.ts';
import { untilShown } from '../../management/api/writeAs.ts';
import { ownFile } from '../../ownFile.ts';

/** What may change very many items. */
type BulkAction =
  | 'changeProject'
  | 'changeSpace'
  | 'changeInstance'
  | 'removeProject'
  | 'removeSpace'
  | 'emptyInstance'
  | 'restorePlace'
  | 'merge'
  | 'batch';

/** The node that a request was sent to. */
export type BulkNode = {
  readonly node: string;
  readonly port: () => number;
  readonly managementPort: number;
  /** Called with the time that each change has taken. */
  readonly onWrite?: (seconds: number) => void;
  /** Called when a process starts, with a promise of its end. */
  readonly onRun: (done: Promise<void>) => void;
};

/** A request for the process, of an operator who was authenticated here. */
export type BulkRequest = Pick<BulkNode, 'node' | 'managementPort'> &
  Pick<OperatorRequest, 'requestId' | 'address' | 'operator' | 'authToken'> & {
    readonly config: Config;
    readonly port: number;
    readonly action: BulkAction;
    readonly method: string;
    readonly url: string;
    readonly headers: [string, string][];
    readonly body: string;
  };

const bulkResponse = z.object({
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});

/** Its response. */
export type BulkResponse = z.infer<typeof bulkResponse>;

/** Handles requests in processes of their own. */
export type Bulk = { readonly handlers: Pick<Handlers, BulkAction>; close(): Promise<void> };

/** The bodies of batches of about 50 changes are larger. */
const largeBatchBytes = 4096;

/** How long to wait until a large change is shown: on a busy machine that takes as long as writing it. */
const showingMilliseconds = 60_000;

/**
 * Lets requests that may change very many items be handled in a process of their own, one after the other: only one can
 * write at a time. Small ones are handled here, as before.
 */
export function openBulk(
  context: ApiContext,
  own: Pick<Handlers, BulkAction>,
  config: Config,
  { node, port, managementPort, onWrite, onRun }: BulkNode,
): Bulk {
  const oneByOne = createSemaphore({ permits: 1, queue: 16, onFull: tooMany });
  let child: Subprocess | undefined;
  let isClosed = false;

  async function run(request: BulkRequest): Promise<BulkResponse> {
    if (isClosed) throw new Error('the service is being stopped');
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<BulkResponse>();
    child = Bun.spawn([process.execPath, ownFile('bulkProcess.js')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (message: unknown) => {
        const { data, error } = bulkResponse.safeParse(message);
        if (data) resolve(data);
        else reject(error);
      },
      onExit: (_, code, signal) =>
        reject(new Error(`the process of a large change ended with ${signal ?? `code ${code}`}`)),
    });
    const exited = child.exited.then(() => {});
    onRun(exited);
    sendMessage(child, request);
    try {
      return await promise;
    } finally {
      await exited;
      child = undefined;
      onWrite?.((performance.now() - startedAt) / 1000);
    }
  }

  const elsewhere =
    (action: BulkAction): Handler =>
    async (req) => {
      const { requestId, address, operator, authToken, raw } = req;
      const { method, url } = raw;
      const asked = { action, method, url, requestId, address, operator, authToken };
      const body = await req.text();
      const request = {
        ...asked,
        config,
        node,
        port: port(),
        managementPort,
        headers: [...raw.headers],
        body,
      };
      const { status, headers, body: text } = await oneByOne(() => run(request));
      if (status < 400)
        req.unshown.revision = await untilShown(context, await context.store(), showingMilliseconds);
      return new Response(text === '' ? null : text, { status, headers });
    };
  const unlessNamed =
    (action: 'changeProject' | 'changeSpace' | 'changeInstance'): Handler =>
    async (req) => {
      const { id } = await req.body(placeChange);
      return id === undefined ? own[action](req) : elsewhere(action)(req);
    };
  return {
    handlers: {
      changeProject: unlessNamed('changeProject'),
      changeSpace: unlessNamed('changeSpace'),
      changeInstance: unlessNamed('changeInstance'),
      removeProject: elsewhere('removeProject'),
      removeSpace: elsewhere('removeSpace'),
      emptyInstance: elsewhere('emptyInstance'),
      restorePlace: elsewhere('restorePlace'),
      merge: elsewhere('merge'),
      batch: async (req) =>
        (await req.bytes()).length > largeBatchBytes ? elsewhere('batch')(req) : own.batch(req),
    },
    async close() {
      isClosed = true;
      // At any moment: what is not committed by then never was.
      child?.kill('SIGKILL');
      await child?.exited;
    },
  };
}

function tooMany(): ApiProblem {
  const headers = { 'retry-after': '1' };
  return new ApiProblem('store_busy', 'many large changes are being written; try again soon', { headers });
}
