import { isAllowed } from '@newsstand/contract/manage/plain';
import type { Operator } from '../store/Admin.ts';
import type { MailContent } from '../store/Mail.ts';
import type { Proposal } from '../store/Proposal.ts';
import type { Writer } from '../store/Store.ts';

type MailedEvent = Extract<MailContent, { type: 'review' }>['events'][number];

/** Something that happened in a review, and by whom. */
export type MailedStep = {
  readonly event: MailedEvent['event'];
  readonly proposal: Proposal;
  readonly by: string;
  readonly at: number;
};

/** What happens within this time goes into one mail. */
const gatheringMilliseconds = 15_000;
/** Further ones are not told: whoever does the same again and again must not fill the mailboxes of others. */
const mostEvents = 100;

/** Puts mails into the outbox for all who are to know, except for the one who did it. */
export async function addReviewMails(
  writer: Writer,
  step: MailedStep,
  random: (bytes: number) => Uint8Array,
): Promise<void> {
  const { event, proposal, by, at } = step;
  const { kind, projectId, spaceId, instanceId = '', id } = proposal.key;
  const operators = await writer.operators();
  const readers = await readersOf(writer, step, operators);
  if (readers.length === 0) return;
  const name = operators.find(({ operatorId }) => operatorId === by)?.name ?? by;
  const item = { kind, projectId, spaceId, instanceId, id };
  const told: MailedEvent = { event, item, title: proposal.name, by: name };
  for (const { operatorId } of readers) {
    const waiting = (await writer.pendingMailsTo(operatorId)).at(-1);
    if (waiting?.content.type === 'review' && waiting.attempts === 0) {
      const content = { ...waiting.content, events: [...waiting.content.events, told] };
      if (content.events.length <= mostEvents) await writer.putMail({ ...waiting, content });
      continue;
    }
    await writer.addMail({
      ...{ mailId: Buffer.from(random(18)).toString('base64url'), operatorId, by },
      ...{ content: { type: 'review', events: [told] }, attempts: 0 },
      ...{ createdAt: at, dueAt: at + gatheringMilliseconds },
    });
  }
}

/** A proposal is for those who can publish it; what becomes of it is for those who have had a part in it. */
async function readersOf(
  writer: Writer,
  { event, proposal, by }: MailedStep,
  operators: readonly Operator[],
): Promise<readonly Operator[]> {
  const { proposalId, key, proposedBy } = proposal;
  const isNew = event === 'proposed';
  const involved = isNew ? [] : (await writer.comments(proposalId)).map((comment) => comment.by);
  const names = new Set([proposedBy, ...involved]);
  return operators.filter(
    ({ operatorId, email, reviewMail, roles }) =>
      operatorId !== by &&
      email !== undefined &&
      reviewMail !== false &&
      (isNew || names.has(operatorId)) &&
      isAllowed(roles, isNew ? 'editor' : 'viewer', key),
  );
}
