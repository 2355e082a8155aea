import {
  type CommentRow,
  type CountedProposal,
  decodeComment,
  decodeProposal,
  encodeComment,
  encodeProposal,
  type ProposalQuery,
  type ProposalReader,
  type ProposalRow,
  type ProposalWriter,
} from '../Proposal.ts';
import type { RecordKey } from '../StoredRecord.ts';
import type { Execute } from './postgresWebhooks.ts';
import { type Ask, arrayLiteral } from './Session.ts';

/** The number of a shelf by the first four parameters. */
const shelf = `(SELECT shelf FROM newsstand.shelves
  WHERE project_id = $1 AND space_id = $2 AND kind = $3 AND instance_id = $4)`;

const columns = `proposal_id AS "proposalId", kind, project_id AS "projectId", space_id AS "spaceId",
  instance_id AS "instanceId", id, state, proposed_by AS "proposedBy", proposed_at::float8 AS "proposedAt",
  closed_by AS "closedBy", document, (
    SELECT count(*)::int FROM newsstand.comments WHERE comments.proposal_id = proposals.proposal_id
  ) AS comments`;

/** How many are fetched at once. */
const batchSize = 500;

/** What one transaction sees of proposals. */
export function postgresProposalReader(ask: Ask): ProposalReader {
  const select = async (rest: string, ...values: readonly unknown[]) =>
    (
      await ask<ProposalRow>(
        `SELECT ${columns} FROM newsstand.proposals JOIN newsstand.shelves USING (shelf) ${rest}`,
        values,
      )
    ).map(decodeProposal);
  const comments = async (proposalId: string) =>
    (
      await ask<CommentRow>(
        `SELECT at::float8 AS at, author, document FROM newsstand.comments
         WHERE proposal_id = $1 ORDER BY number`,
        [proposalId],
      )
    ).map(decodeComment);
  return {
    proposal: async (proposalId) => (await select('WHERE proposal_id = $1', proposalId))[0],
    proposals: (query) => page(ask, query, select),
    openProposals: async (key) => {
      const open = await select(`WHERE shelf = ${shelf} AND state = 'open'`, ...shelfValues(key));
      return new Map(open.map((proposal) => [proposal.key.id, proposal]));
    },
    countOpenProposals: async (proposedBy) => {
      const [found] = await ask<{ count: number }>(
        `SELECT count(*)::int AS count FROM newsstand.proposals WHERE proposed_by = $1 AND state = 'open'`,
        [proposedBy],
      );
      return found?.count ?? 0;
    },
    comments,
    allProposals: async function* () {
      for (let after = ''; ; ) {
        const some = await select(`WHERE proposal_id > $1 ORDER BY proposal_id LIMIT ${batchSize}`, after);
        if (some.length === 0) return;
        const batch = [];
        for (const { comments: _, ...proposal } of some)
          batch.push({ ...proposal, thread: await comments(proposal.proposalId) });
        yield batch;
        after = some.at(-1)?.proposalId ?? '';
      }
    },
  };
}

async function page(
  ask: Ask,
  { instances, id, state, proposedBy, notProposedBy, skip, most }: ProposalQuery,
  select: (rest: string, ...values: readonly unknown[]) => Promise<readonly CountedProposal[]>,
) {
  const where = `WHERE shelf IN (
      SELECT shelf FROM newsstand.shelves
      JOIN unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS wanted (project_id, space_id, kind, instance_id)
      USING (project_id, space_id, kind, instance_id)
    ) AND ($5::text IS NULL OR id = $5) AND ($6::text IS NULL OR state = $6)
    AND ($7::text IS NULL OR proposed_by = $7) AND ($8::text IS NULL OR proposed_by <> $8)`;
  const values = [
    arrayLiteral(instances.map(({ projectId }) => projectId)),
    arrayLiteral(instances.map(({ spaceId }) => spaceId)),
    arrayLiteral(instances.map(({ app }) => app)),
    arrayLiteral(instances.map(({ instanceId }) => instanceId)),
    ...[id ?? null, state ?? null, proposedBy ?? null, notProposedBy ?? null],
  ];
  const [counted] = await ask<{ total: number }>(
    `SELECT count(*)::int AS total FROM newsstand.proposals ${where}`,
    values,
  );
  const list = await select(
    `${where} ORDER BY proposals.proposed_at DESC, proposal_id LIMIT $9 OFFSET $10`,
    ...values,
    most,
    skip,
  );
  return { total: counted?.total ?? 0, list };
}

/** How one transaction changes them. */
export function postgresProposalWriter(execute: Execute): ProposalWriter {
  return {
    putProposal: async (proposal) => {
      const { proposalId, key, state, proposedBy, proposedAt, closedBy = null } = proposal;
      await execute(
        `INSERT INTO newsstand.proposals
           (shelf, proposal_id, id, state, proposed_by, proposed_at, closed_by, document)
         VALUES (${shelf}, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (proposal_id) DO UPDATE SET state = excluded.state, proposed_by = excluded.proposed_by,
           proposed_at = excluded.proposed_at, closed_by = excluded.closed_by, document = excluded.document`,
        [
          ...[...shelfValues(key), proposalId, key.id, state, proposedBy, proposedAt, closedBy],
          encodeProposal(proposal),
        ],
      );
    },
    addComment: async (proposalId, comment) =>
      void (await execute(
        'INSERT INTO newsstand.comments (proposal_id, at, author, document) VALUES ($1, $2, $3, $4)',
        [proposalId, comment.at, comment.by, encodeComment(comment)],
      )),
    pruneProposals: async (key, most) =>
      void (await execute(
        `DELETE FROM newsstand.proposals WHERE proposal_id IN (
           SELECT proposal_id FROM newsstand.proposals WHERE shelf = ${shelf} AND id = $5 AND state <> 'open'
           ORDER BY proposed_at DESC, proposal_id OFFSET $6
         )`,
        [...shelfValues(key), key.id, most],
      )),
  };
}

function shelfValues(key: Omit<RecordKey, 'id'>): readonly string[] {
  return [key.projectId, key.spaceId, key.kind, key.instanceId ?? ''];
}
