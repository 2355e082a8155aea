import type { Config } from '../../config/readConfig.ts';
import { type Logger, logOccasionally } from '../../log/createLog.ts';
import type { MailCounts, Mailer } from '../../mail/startMailer.ts';
import type { Store } from '../../store/Store.ts';
import { managementUrlOf } from '../addresses.ts';

type MailerPlace = { readonly config: Config; readonly log: Logger; readonly managementPort: number };

/** Sends mails from this node, if it knows a mail server. */
export function openMailer(
  { config, log, managementPort }: MailerPlace,
  store: () => Promise<Store>,
): { readonly counts: () => MailCounts | undefined; close(): Promise<void> } {
  const { mail: settings } = config;
  if (settings === undefined) return { counts: () => undefined, close: async () => {} };
  const onError = logOccasionally(log, 'mails cannot be sent for now');
  let mailer: Mailer | undefined;
  let isClosed = false;
  const started = import('../../mail/startMailer.ts').then(({ startMailer }) => {
    if (isClosed) return;
    mailer = startMailer({
      ...{ store, settings, onError },
      managementUrl: () => managementUrlOf(config, managementPort),
    });
  });
  started.catch(onError);
  return {
    counts: () => mailer?.counts(),
    async close() {
      isClosed = true;
      await started.catch(() => {});
      await mailer?.stop();
    },
  };
}
