import { memoryBudget } from '../../config/memoryBudget.ts';
import type { Config } from '../../config/readConfig.ts';
import { type Logger, logOccasionally } from '../../log/createLog.ts';
import type { ApiContext } from '../../management/api/ApiContext.ts';
import { auditHandlers } from '../../management/api/audit/auditHandlers.ts';
import { contentHandlers } from '../../management/api/content/contentHandlers.ts';
import { openDocuments } from '../../management/api/content/openDocuments.ts';
import { createApi } from '../../management/api/createApi.ts';
import { keyHandlers } from '../../management/api/keys/keyHandlers.ts';
import { ingestBounds } from '../../management/api/media/openProcessing.ts';
import { pictureHandlers } from '../../management/api/media/pictureHandlers.ts';
import { type RunningUploads, startUploads } from '../../management/api/media/startUploads.ts';
import { createAuthentication } from '../../management/api/operators/authenticate.ts';
import { operatorHandlers } from '../../management/api/operators/operatorHandlers.ts';
import { providerHandlers } from '../../management/api/providers/providerHandlers.ts';
import { explorerHandlers } from '../../management/api/service/explorerHandlers.ts';
import { serviceHandlers } from '../../management/api/service/serviceHandlers.ts';
import { placeHandlers } from '../../management/api/spaces/placeHandlers.ts';
import { spaceHandlers } from '../../management/api/spaces/spaceHandlers.ts';
import { webhookHandlers } from '../../management/api/webhooks/webhookHandlers.ts';
import { serveConsole } from '../../management/console/serveConsole.ts';
import type { ManagementHandlers } from '../../management/createManagement.ts';
import type { KeyUsage } from '../../store/Admin.ts';
import { originalsOf, originalsPlace } from '../originalsOf.ts';
import { type BulkNode, openBulk } from './openBulk.ts';

/** The management API and the console, until closed. */
export type LoadedHandlers = ManagementHandlers & {
  readonly uploadCounts: RunningUploads['counts'];
  close(): Promise<void>;
};

/** The context of the management API, except what is loaded with its handlers. */
export type BaseContext = Omit<ApiContext, 'originals' | 'documents'>;

/** Creates the handlers of the management API and the console. */
export function loadHandlers(
  config: Config,
  log: Logger,
  base: BaseContext,
  pendingUsage: () => readonly KeyUsage[],
  node: BulkNode,
): LoadedHandlers {
  const originals = originalsOf(config, logOccasionally(log, 'originals cannot be read from S3'));
  const context = { ...base, originals, documents: openDocuments() };
  const uploads = startUploads(context, originalsPlace(config), {
    bounds: ingestBounds(memoryBudget(config).decoderBytes),
  });
  const own = { ...placeHandlers(context), ...contentHandlers(context) };
  const bulk = openBulk(context, own, config, node);
  const authentication = createAuthentication(context);
  const manage = createApi(context, {
    ...operatorHandlers(context),
    ...providerHandlers(context),
    ...spaceHandlers(context),
    ...own,
    ...bulk.handlers,
    ...uploads.handlers,
    ...pictureHandlers(context),
    ...keyHandlers(context, pendingUsage),
    ...webhookHandlers(context),
    ...serviceHandlers(context),
    ...explorerHandlers(context),
    ...auditHandlers(context),
  });
  return {
    manage,
    console: serveConsole(context),
    isOperator: async (...request) => (await authentication.find(...request)) !== undefined,
    uploadCounts: uploads.counts,
    close: async () => void (await Promise.all([uploads.close(), bulk.close()])),
  };
}
