import { kindNames } from '@newsstand/contract/plain';
import { z } from 'zod';

/** What a mail says: how to confirm an address, or what has happened in reviews, the earliest first. */
export type MailContent = z.infer<typeof content>;

/** A mail in the outbox. Its reader's address and language are looked up when it is sent. */
export type NewMail = {
  /** Random; the Message-ID is made of it, so that mailboxes recognise a mail that was sent twice. */
  readonly mailId: string;
  /** Whom it is for. */
  readonly operatorId: string;
  /** The operator whose doing it is. */
  readonly by: string;
  readonly content: MailContent;
  readonly createdAt: number;
  /** When it is to be sent, or sent again if nothing was heard of an attempt; undefined once that is settled. */
  readonly dueAt?: number | undefined;
  /** How often sending it was begun. */
  readonly attempts: number;
};

/** A mail with its number, which counts up. */
export type Mail = NewMail & { readonly number: number };

/** The mails that are still to be sent. */
export type PendingMails = { readonly count: number; readonly oldestAt: number; readonly dueAt: number };

/** Selects mails to be counted. */
export type MailQuery = {
  readonly type: MailContent['type'];
  readonly since: number;
  readonly by?: string | undefined;
};

/** The outbox. It is in no change log, no mirror and no copy. */
export interface MailReader {
  mail(number: number): Promise<Mail | undefined>;
  /** Undefined if there are none. */
  pendingMails(): Promise<PendingMails | undefined>;
  /** The mails that are to be sent by now, the oldest first. */
  dueMails(now: number, most: number): Promise<readonly Mail[]>;
  /** The mails to somebody that are still to be sent, the oldest first. */
  pendingMailsTo(operatorId: string): Promise<readonly Mail[]>;
  /** How many there are, sent or not. */
  countMails(query: MailQuery): Promise<number>;
}

/** The part of a transaction that writes it. */
export interface MailWriter {
  /** The operator must exist; the mail goes with them. */
  addMail(mail: NewMail): Promise<void>;
  /** Replaces a mail; nothing happens if it is gone. */
  putMail(mail: Mail): Promise<void>;
  /** Deletes mails from before a time that are settled. */
  pruneMails(before: number): Promise<void>;
}

const item = z.object({
  projectId: z.string(),
  spaceId: z.string(),
  kind: z.enum(kindNames),
  instanceId: z.string(),
  id: z.string(),
});

const content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('confirm'), to: z.string(), token: z.string() }),
  z.object({
    type: z.literal('review'),
    events: z
      .array(
        z.object({
          event: z.enum(['proposed', 'returned', 'published', 'commented']),
          item,
          title: z.string(),
          /** The name of who did it, as others see it. */
          by: z.string(),
        }),
      )
      .readonly(),
  }),
]);

const document = z.object({ mailId: z.string(), by: z.string(), content, attempts: z.number() });

/** A mail as databases store it. */
export type MailRow = {
  readonly number: number;
  readonly operatorId: string;
  readonly createdAt: number;
  readonly dueAt: number | null;
  readonly document: string;
};

/** The part of a mail that is stored as text. */
export function encodeMail(value: NewMail): string {
  return JSON.stringify(document.parse(value));
}

/** Reads a stored mail. */
export function decodeMail({ document: text, dueAt, ...row }: MailRow): Mail {
  return { ...row, ...(dueAt !== null && { dueAt }), ...document.parse(JSON.parse(text)) };
}
