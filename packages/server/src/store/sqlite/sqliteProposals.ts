import {
  type CommentRow,
  type CountedProposal,
  type DiscussedProposal,
  decodeComment,
  decodeProposal,
  encodeComment,
  encodeProposal,
  type ProposalQuery,
  type ProposalReader,
  type ProposalRow,
  type ProposalWriter,
  type ReviewComment,
} from '../Proposal.ts';
import { database, type Session, yieldToEventLoop } from './Session.ts';
import { shelfNumber } from './sqliteReader.ts';

const columns = `proposal_id AS proposalId, kind, project_id AS projectId, space_id AS spaceId,
  instance_id AS instanceId, id, state, proposed_by AS proposedBy, proposed_at AS proposedAt, closed_by AS closedBy,
  document, (SELECT count(*) FROM comments WHERE comments.proposal_id = proposals.proposal_id) AS comments`;

/** How many are in memory at once. */
const batchSize = 500;

/** What one transaction sees of proposals. */
export function sqliteProposalReader(session: Session): ProposalReader {
  const select = (rest: string, ...values: readonly (string | number)[]) =>
    database(session)
      .query<ProposalRow, (string | number)[]>(
        `SELECT ${columns} FROM proposals JOIN shelves USING (shelf) ${rest}`,
      )
      .all(...values)
      .map(decodeProposal);
  return {
    proposal: async (proposalId) => select('WHERE proposal_id = ?', proposalId)[0],
    proposals: async (query) => page(session, query, select),
    openProposals: async (shelf) => {
      const open = select("WHERE shelf = ? AND state = 'open'", shelfNumber(session, shelf) ?? 0);
      return new Map(open.map((proposal) => [proposal.key.id, proposal]));
    },
    countOpenProposals: async (proposedBy) =>
      database(session)
        .query<{ count: number }, [string]>(
          "SELECT count(*) AS count FROM proposals WHERE proposed_by = ? AND state = 'open'",
        )
        .get(proposedBy)?.count ?? 0,
    comments: async (proposalId) => comments(session, proposalId),
    allProposals: async function* () {
      for (let after = ''; ; ) {
        const some = select('WHERE proposal_id > ? ORDER BY proposal_id LIMIT ?', after, batchSize);
        if (some.length === 0) return;
        yield some.map((each) => discussed(session, each));
        after = some.at(-1)?.proposalId ?? '';
        await yieldToEventLoop();
      }
    },
  };
}

function discussed(session: Session, { comments: _, ...proposal }: CountedProposal): DiscussedProposal {
  return { ...proposal, thread: comments(session, proposal.proposalId) };
}

function comments(session: Session, proposalId: string): readonly ReviewComment[] {
  return database(session)
    .query<CommentRow, [string]>(
      'SELECT at, author, document FROM comments WHERE proposal_id = ? ORDER BY number',
    )
    .all(proposalId)
    .map(decodeComment);
}

function page(
  session: Session,
  { instances, id, state, proposedBy, notProposedBy, skip, most }: ProposalQuery,
  select: (rest: string, ...values: readonly (string | number)[]) => readonly CountedProposal[],
) {
  const shelves = instances.flatMap(
    ({ app, ...place }) => shelfNumber(session, { kind: app, ...place }) ?? [],
  );
  const wanted = {
    'id =': id,
    'state =': state,
    'proposed_by =': proposedBy,
    'proposed_by <>': notProposedBy,
  };
  const filters = Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined ? [] : [[`AND ${column} ?`, value] as const],
  );
  const where = `WHERE shelf IN (SELECT value FROM json_each(?)) ${filters.map(([text]) => text).join(' ')}`;
  const values = [JSON.stringify(shelves), ...filters.map(([, value]) => value)];
  const total = database(session).query<{ total: number }, string[]>(
    `SELECT count(*) AS total FROM proposals ${where}`,
  );
  return {
    total: total.get(...values)?.total ?? 0,
    list: select(`${where} ORDER BY proposed_at DESC, proposal_id LIMIT ? OFFSET ?`, ...values, most, skip),
  };
}

/** How one transaction changes them. */
export function sqliteProposalWriter(session: Session): ProposalWriter {
  return {
    putProposal: async (proposal) => {
      const { proposalId, key, state, proposedBy, proposedAt, closedBy = null } = proposal;
      database(session)
        .query(
          `INSERT INTO proposals (proposal_id, shelf, id, state, proposed_by, proposed_at, closed_by, document)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (proposal_id) DO UPDATE SET state = excluded.state, proposed_by = excluded.proposed_by,
             proposed_at = excluded.proposed_at, closed_by = excluded.closed_by, document = excluded.document`,
        )
        .run(
          ...[proposalId, shelfNumber(session, key) ?? 0, key.id, state, proposedBy, proposedAt, closedBy],
          encodeProposal(proposal),
        );
    },
    addComment: async (proposalId, comment) =>
      void database(session)
        .query('INSERT INTO comments (proposal_id, at, author, document) VALUES (?, ?, ?, ?)')
        .run(proposalId, comment.at, comment.by, encodeComment(comment)),
    pruneProposals: async (key, most) =>
      void database(session)
        .query(
          `DELETE FROM proposals WHERE proposal_id IN (
             SELECT proposal_id FROM proposals WHERE shelf = ? AND id = ? AND state <> 'open'
             ORDER BY proposed_at DESC, proposal_id LIMIT -1 OFFSET ?
           )`,
        )
        .run(shelfNumber(session, key) ?? 0, key.id, most),
  };
}
