/**
 * A process that handles one request of the write interface which may change very many items, and exits. Separate, since
 * SQLite checks and commits such a change in one go, for seconds: meanwhile the parent answers other operators.
 */
import { constants, setPriority } from 'node:os';
import { memoryBudget } from '../../config/memoryBudget.ts';
import { createLog, type Logger } from '../../log/createLog.ts';
import { batchHandler } from '../../management/api/content/batchHandler.ts';
import { mergeHandler } from '../../management/api/content/mergeHandler.ts';
import { openDocuments } from '../../management/api/content/openDocuments.ts';
import { problemResponse, readRequest } from '../../management/api/createApi.ts';
import { placeHandlers } from '../../management/api/spaces/placeHandlers.ts';
import { openStore } from '../../store/openStore.ts';
import type { Store } from '../../store/Store.ts';
import { originalsOf } from '../originalsOf.ts';
import type { BulkRequest, BulkResponse } from './openBulk.ts';
import { createContext, patienceMilliseconds } from './openManagement.ts';

// Readers come first; but others who write wait for this process, so it is not the last.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (request: BulkRequest) => void run(request));
// Without a parent nobody receives the response. What is not committed by then never was.
process.on('disconnect', () => process.exit());

async function run(request: BulkRequest): Promise<void> {
  const { log, end } = createLog(request.config.logLevel, request.config.logFormat);
  const response = await handle(request, log);
  const told: BulkResponse = {
    ...{ status: response.status, headers: [...response.headers], body: await response.text() },
  };
  process.send?.(told);
  await end();
  process.disconnect?.();
}

async function handle(
  { config, node, port, managementPort, operator, authToken, ...given }: BulkRequest,
  log: Logger,
): Promise<Response> {
  let store: Store | undefined;
  const opened = async () => {
    const { databaseUrl, keptVersions } = config;
    const { pageBytes } = memoryBudget(config);
    store ??= await openStore(databaseUrl, {
      ...{ keptVersions, patience: patienceMilliseconds, creates: false, pageBytes },
    });
    return store;
  };
  const base = createContext(
    { config, log, node, port: () => port, managementPort, providers: [], service: () => undefined },
    opened,
    () => ({ nodes: [] }),
  );
  // The parent waits until the change is shown.
  const shelves = { ...base.shelves, shown: async () => true };
  const context = { ...base, shelves, originals: originalsOf(config), documents: openDocuments() };
  const handlers = {
    ...placeHandlers(context),
    ...mergeHandler(context, context.documents),
    ...batchHandler(context, context.documents),
  };
  const { method, url, headers, body, address, requestId } = given;
  try {
    const request = new Request(url, { method, headers, body });
    const req = readRequest(request, address, requestId, context.managementUrl());
    return await handlers[given.action]({ ...req, operator, authToken });
  } catch (error) {
    return problemResponse(error, requestId, context.onError);
  } finally {
    await store?.close();
  }
}
