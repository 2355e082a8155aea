import { createHash } from 'node:crypto';
import { isAllowed } from '@newsstand/contract/manage/plain';
import { createSleeper } from '../concurrency/createSleeper.ts';
import type { MailSettings } from '../config/Config.ts';
import type { Operator } from '../store/Admin.ts';
import type { Mail, MailContent, PendingMails } from '../store/Mail.ts';
import type { Store, Writer } from '../store/Store.ts';
import { composeMail } from './composeMail.ts';
import { MailError, type SendOptions, sendMail } from './sendMail.ts';

/** When things happen, in milliseconds, and how many mails are sent at once. */
export type MailTiming = {
  /** How often the outbox is looked at. */
  readonly look: number;
  /** How long a mail belongs to the node that sends it; longer than sending may take. */
  readonly lease: number;
  /** The pause after the first failure, which doubles with each further one, up to the longest. */
  readonly firstRetry: number;
  readonly longestRetry: number;
  /** How long a mail is tried; so long it stays in the outbox, sent or not. */
  readonly trying: number;
  readonly pruning: number;
  readonly mostAtOnce: number;
  /** How long mails under way may take when the service stops. */
  readonly stopping: number;
};

const usualTiming: MailTiming = {
  ...{ look: 1000, lease: 120_000, firstRetry: 30_000, longestRetry: 3_600_000, trying: 86_400_000 },
  ...{ pruning: 3_600_000, mostAtOnce: 5, stopping: 2000 },
};

/** What a mailer needs. */
export type MailerOptions = {
  readonly store: () => Promise<Store>;
  readonly settings: MailSettings;
  readonly managementUrl: () => string;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
  readonly timing?: Partial<MailTiming>;
  readonly sending?: SendOptions;
};

/** What was done since the start, and what is to be done. */
export type MailCounts = {
  readonly sent: number;
  readonly failed: number;
  readonly givenUp: number;
  readonly pending: number;
  readonly oldestPendingSeconds: number;
};

/** Sends mails until stopped. */
export type Mailer = {
  readonly counts: () => MailCounts;
  /** Waits briefly for the mails under way. */
  stop(): Promise<void>;
};

type Claimed = { readonly mail: Mail; readonly to: string; readonly language: string | undefined };
type Outcome = { readonly mail: Mail; readonly error?: MailError };

/** The author of what the service does by itself, in the audit log. */
const author = 'mail sender';

/**
 * Sends the mails in the outbox. A node claims a mail by putting off when it is due next, so no other node sends it
 * meanwhile, and one that is killed leaves it to the others. Killed after sending and before noting it, the mail is sent
 * twice, with the same Message-ID.
 */
export function startMailer(options: MailerOptions): Mailer {
  const { store, settings, managementUrl, onError, now = Date.now, sending } = options;
  const timing = { ...usualTiming, ...options.timing };
  const domain = settings.from.address.split('@')[1] ?? '';
  const counted = { sent: 0, failed: 0, givenUp: 0 };
  let pending: PendingMails | undefined;
  let pruneAt = 0;
  let isStopping = false;
  const { sleep, wake } = createSleeper();

  async function work(): Promise<void> {
    while (!isStopping) {
      const isBusy = await round().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!isBusy && !isStopping) await sleep(timing.look);
    }
  }

  /** One round; true if there may be more to do at once. */
  async function round(): Promise<boolean> {
    const opened = await store();
    pending = await opened.read((reader) => reader.pendingMails());
    const isDue = pending !== undefined && pending.dueAt <= now();
    if (!isDue && performance.now() < pruneAt) return false;
    const claimed = await opened.write((writer) => claim(writer));
    const outcomes = await Promise.all(claimed.map(send));
    if (outcomes.length > 0) await opened.write((writer) => note(writer, outcomes));
    return claimed.length > 0;
  }

  async function claim(writer: Writer): Promise<readonly Claimed[]> {
    if (performance.now() >= pruneAt) {
      await writer.pruneMails(now() - timing.trying);
      pruneAt = performance.now() + timing.pruning;
    }
    const claimed: Claimed[] = [];
    for (const mail of await writer.dueMails(now(), timing.mostAtOnce)) {
      const operator = await writer.operator(mail.operatorId);
      const content = operator && stillWanted(mail.content, operator);
      const to = mail.content.type === 'confirm' ? mail.content.to : operator?.email;
      if (content === undefined || to === undefined) {
        await writer.putMail(settled(mail));
        continue;
      }
      const own = { ...mail, content, attempts: mail.attempts + 1, dueAt: now() + timing.lease };
      await writer.putMail(own);
      claimed.push({ mail: own, to, language: operator?.language });
    }
    return claimed;
  }

  async function send({ mail, to, language }: Claimed): Promise<Outcome> {
    try {
      const composed = composeMail(mail, language, { domain, managementUrl: managementUrl() });
      await sendMail(settings, to, composed, sending);
      return { mail };
    } catch (error) {
      onError(error);
      return { mail, error: error instanceof MailError ? error : new MailError('it cannot be sent', false) };
    }
  }

  async function note(writer: Writer, outcomes: readonly Outcome[]): Promise<void> {
    for (const { mail, error } of outcomes) {
      const found = await writer.mail(mail.number);
      const isSettled = found?.dueAt === undefined;
      if (error === undefined) {
        counted.sent++;
        if (!isSettled) await writer.putMail(settled(mail));
        continue;
      }
      counted.failed++;
      // If this took longer than the lease, another node has it now.
      if (isSettled || found.attempts !== mail.attempts) continue;
      if (error.isFinal || now() - mail.createdAt >= timing.trying) await giveUp(writer, mail, error);
      else await writer.putMail({ ...mail, dueAt: now() + pauseAfter(mail.attempts, timing) });
    }
  }

  async function giveUp(writer: Writer, mail: Mail, { message }: MailError): Promise<void> {
    counted.givenUp++;
    await writer.putMail(settled(mail));
    await writer.addAudit({
      ...{ at: now(), by: author, action: 'mail.give_up', target: `operators/${mail.operatorId}` },
      details: { type: mail.content.type, attempts: mail.attempts, error: message },
    });
  }

  const working = work();
  return {
    counts: () => ({
      ...counted,
      pending: pending?.count ?? 0,
      oldestPendingSeconds: pending === undefined ? 0 : Math.max(0, (now() - pending.oldestAt) / 1000),
    }),
    async stop() {
      isStopping = true;
      wake();
      await Promise.race([working, Bun.sleep(timing.stopping)]);
    },
  };
}

/** What of a mail its reader may still see, and wants to; undefined if that is nothing. */
function stillWanted(content: MailContent, operator: Operator): MailContent | undefined {
  if (content.type === 'confirm') {
    const sha256 = createHash('sha256').update(content.token).digest('hex');
    return operator.unconfirmedEmail?.sha256 === sha256 ? content : undefined;
  }
  if (operator.reviewMail === false) return undefined;
  const events = content.events.filter(({ item }) => isAllowed(operator.roles, 'viewer', item));
  return events.length === 0 ? undefined : { ...content, events };
}

/** Sent or given up: what it said is forgotten, a secret above all. */
function settled(mail: Mail): Mail {
  const { content } = mail;
  const emptied: MailContent =
    content.type === 'confirm' ? { ...content, to: '', token: '' } : { ...content, events: [] };
  return { ...mail, content: emptied, dueAt: undefined };
}

function pauseAfter(attempts: number, { firstRetry, longestRetry }: MailTiming): number {
  return Math.min(longestRetry, firstRetry * 2 ** Math.min(attempts - 1, 40));
}
