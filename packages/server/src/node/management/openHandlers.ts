import type { Config } from '../../config/readConfig.ts';
import { auditHandlers } from '../../management/api/audit/auditHandlers.ts';
import { contentHandlers } from '../../management/api/content/contentHandlers.ts';
import { createManage } from '../../management/api/createManage.ts';
import type { Desk } from '../../management/api/Desk.ts';
import { keyHandlers } from '../../management/api/keys/keyHandlers.ts';
import { pictureHandlers } from '../../management/api/media/pictureHandlers.ts';
import { startUploads } from '../../management/api/media/startUploads.ts';
import { peopleHandlers } from '../../management/api/operators/peopleHandlers.ts';
import { explorerHandlers } from '../../management/api/service/explorerHandlers.ts';
import { serviceHandlers } from '../../management/api/service/serviceHandlers.ts';
import { placesHandlers } from '../../management/api/spaces/placesHandlers.ts';
import { serveConsole } from '../../management/console/serveConsole.ts';
import type { Workplace } from '../../management/createManagement.ts';
import type { KeyUsage } from '../../store/Office.ts';
import { originalsPlace } from '../originalsOf.ts';

/** The write interface and the console, which work until they are closed. */
export type OpenWorkplace = Workplace & { close(): Promise<void> };

/** Puts together what answers operators. */
export function openWorkplace(
  config: Config,
  desk: Desk,
  pendingUsage: () => readonly KeyUsage[],
): OpenWorkplace {
  const uploads = startUploads(desk, originalsPlace(config));
  const manage = createManage(desk, {
    ...peopleHandlers(desk),
    ...placesHandlers(desk),
    ...contentHandlers(desk),
    ...uploads.handlers,
    ...pictureHandlers(desk),
    ...keyHandlers(desk, pendingUsage),
    ...serviceHandlers(desk),
    ...explorerHandlers(desk),
    ...auditHandlers(desk),
  });
  return { manage, console: serveConsole(desk), close: uploads.close };
}
