import { timingSafeEqual } from 'node:crypto';
import { broken } from '@newsstand/contract';
import { emailConfirmation, type MailChoices, mailChange } from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { type AuditEvent, writeAs } from '../writeAs.ts';
import { newAuthTokenSecret, sha256Of } from './authTokens.ts';

type Source = Pick<ApiContext, 'now' | 'random' | 'sendsMail'>;

/** Handles where an operator's own mails go, and which they get. */
export function mailHandlers(context: ApiContext): Pick<Handlers, 'getMail' | 'changeMail' | 'confirmEmail'> {
  return {
    getMail: async ({ operator }) => Response.json(mailChoices(context, operator)),
    changeMail: async (req) => {
      const { email, review, language } = await req.body(mailChange);
      const after = await writeAs(
        context,
        req,
        async (writer, by) => {
          const before = await wholeOperator(writer, by);
          const chosen = {
            ...before,
            reviewMail: review ?? before.reviewMail,
            language: language ?? before.language,
          };
          const operator = email === undefined ? chosen : await withEmail(writer, context, by, chosen, email);
          await writer.putOperator(operator);
          return operator;
        },
        () => (email === undefined ? [] : [emailAudit('email.change', req.operator)]),
      );
      return Response.json(mailChoices(context, after));
    },
    confirmEmail: async (req) => {
      const { token } = await req.body(emailConfirmation);
      const after = await writeAs(
        context,
        req,
        async (writer, by) => {
          const { unconfirmedEmail, ...before } = await wholeOperator(writer, by);
          const isRight =
            unconfirmedEmail !== undefined &&
            unconfirmedEmail.expiresAt > context.now() &&
            timingSafeEqual(Buffer.from(unconfirmedEmail.sha256), Buffer.from(sha256Of(token)));
          if (!isRight) throw new ApiProblem('link_invalid', 'enter the address again to get a new link');
          const operator = { ...before, email: unconfirmedEmail.address };
          await writer.putOperator(operator);
          return operator;
        },
        () => [emailAudit('email.confirm', req.operator)],
      );
      return Response.json(mailChoices(context, after));
    },
  };
}

/** A token may leave its operator fewer roles than they have, which must not be stored. */
async function wholeOperator(writer: Writer, { operatorId }: Operator): Promise<Operator> {
  const operator = await writer.operator(operatorId);
  if (operator === undefined) throw new ApiProblem('session_missing', 'this operator was removed');
  return operator;
}

function mailChoices({ sendsMail }: ApiContext, operator: Operator): MailChoices {
  const { email, unconfirmedEmail, reviewMail = true, language } = operator;
  return {
    isAvailable: sendsMail,
    ...(email !== undefined && { email }),
    ...(unconfirmedEmail !== undefined && { unconfirmedEmail: unconfirmedEmail.address }),
    review: reviewMail,
    ...(language !== undefined && { language }),
  };
}

/** The log outlives the account, so it does not say the address. */
export function emailAudit(action: 'email.change' | 'email.confirm', { operatorId }: Operator): AuditEvent {
  return { action, target: `operators/${operatorId}` };
}

const hour = 3_600_000;
const linkMilliseconds = 24 * hour;
/** How many links are sent in an hour, for one who asks and for all: nobody can have strangers flooded with mail. */
const mostLinks = { byOne: 20, inAll: 100 } as const;

/**
 * An operator with a new address, which is used once the link that is sent there is followed by the operator while
 * signed in; null removes the address. It still has to be stored.
 */
export async function withEmail(
  writer: Writer,
  { now, random, sendsMail }: Source,
  { operatorId: by }: Operator,
  { email, unconfirmedEmail: _, ...operator }: Operator,
  address: string | null,
): Promise<Operator> {
  if (address === null) return operator;
  if (address === email) return { ...operator, email };
  if (!sendsMail) throw new ApiProblem('conflict', broken('no_mail_server'));
  const query = { type: 'confirm', since: now() - hour } as const;
  const isTooMany =
    (await writer.countMails(query)) >= mostLinks.inAll ||
    (await writer.countMails({ ...query, by })) >= mostLinks.byOne;
  if (isTooMany) {
    const headers = { 'retry-after': `${hour / 1000}` };
    throw new ApiProblem('too_many_attempts', broken('too_many_mails'), { headers });
  }
  const token = newAuthTokenSecret('email', random);
  const expiresAt = now() + linkMilliseconds;
  await writer.addMail({
    ...{ mailId: Buffer.from(random(18)).toString('base64url'), operatorId: operator.operatorId, by },
    ...{ content: { type: 'confirm', to: address, token }, createdAt: now(), dueAt: now(), attempts: 0 },
  });
  return {
    ...operator,
    ...(email !== undefined && { email }),
    unconfirmedEmail: { address, sha256: sha256Of(token), expiresAt },
  };
}
