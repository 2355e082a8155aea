import type { Config } from '../../config.ts';
import { serveConsole } from '../../management/console/serveConsole.ts';
import type { Workplace } from '../../management/createManagement.ts';
import { auditHandlers } from '../../management/manage/audit/auditHandlers.ts';
import { contentHandlers } from '../../management/manage/content/contentHandlers.ts';
import { createManage } from '../../management/manage/createManage.ts';
import type { Desk } from '../../management/manage/Desk.ts';
import { keyHandlers } from '../../management/manage/keys/keyHandlers.ts';
import { pictureHandlers } from '../../management/manage/media/pictureHandlers.ts';
import { startUploads } from '../../management/manage/media/startUploads.ts';
import { peopleHandlers } from '../../management/manage/people/peopleHandlers.ts';
import { placesHandlers } from '../../management/manage/places/placesHandlers.ts';
import { explorerHandlers } from '../../management/manage/service/explorerHandlers.ts';
import { serviceHandlers } from '../../management/manage/service/serviceHandlers.ts';
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
