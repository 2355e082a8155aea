import {
  type Invitation,
  type OperatorView,
  operatorChange,
  operatorOrder,
  type RoleGrant,
} from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Office.ts';
import type { StoreReader } from '../../../store/Store.ts';
import type { AskedByOperator, Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { writeAs } from '../writeAs.ts';
import { changeOperator, type Invited, inviteOperator, removeOperator, sendLink } from './changeOperators.ts';
import { welcomeUrl } from './invitations.ts';
import { operatorDeeds } from './operatorDeeds.ts';
import { operatorView } from './operatorView.ts';
import { isWithin } from './rights.ts';

type OperatorHandlers = Pick<
  Handlers,
  'listOperators' | 'inviteOperator' | 'changeOperator' | 'inviteAgain' | 'removeOperator'
>;

/** Looking after other operators: by owners, as far as the roles of others lie in what they own. */
export function operatorHandlers(desk: Desk): OperatorHandlers {
  return {
    listOperators: async ({ operator }) => {
      const store = await desk.store();
      return Response.json(await store.read((reader) => listFor(reader, operator, desk.now())));
    },
    inviteOperator: async (asked) => {
      const order = await asked.body(operatorOrder);
      const invited = await writeAs(
        desk,
        asked,
        (writer) => inviteOperator(writer, desk, asked.operator, order),
        ({ operator }) => operatorDeeds('operator.invite', operator),
      );
      return invitationAnswer(desk, asked, invited);
    },
    inviteAgain: async (asked) => {
      const invited = await writeAs(
        desk,
        asked,
        (writer) => sendLink(writer, desk, asked.operator, idOf(asked)),
        ({ operator }) => operatorDeeds('operator.link', operator),
      );
      return invitationAnswer(desk, asked, invited);
    },
    changeOperator: async (asked) => {
      const wanted = await asked.body(operatorChange);
      const { after } = await writeAs(
        desk,
        asked,
        (writer) => changeOperator(writer, asked.operator, idOf(asked), wanted),
        (result) => (result.isChanged ? operatorDeeds('operator.change', result.after) : []),
      );
      return Response.json(await viewFor(desk, asked.operator, after));
    },
    removeOperator: async (asked) => {
      await writeAs(
        desk,
        asked,
        (writer) => removeOperator(writer, asked.operator, idOf(asked)),
        (taken) => operatorDeeds('operator.remove', taken),
      );
      return new Response(null, { status: 204 });
    },
  };
}

function idOf({ params }: AskedByOperator): string {
  return params['operatorId'] ?? '';
}

/** Owners see those who have a role in what they own; everybody sees themselves. */
async function listFor(reader: StoreReader, operator: Operator, now: number): Promise<OperatorView[]> {
  const views: OperatorView[] = [];
  for (const other of await reader.operators()) {
    const seen = rolesSeen(operator, other);
    if (seen.length > 0) views.push(await operatorView(reader, other, now, seen));
  }
  return views;
}

function rolesSeen(operator: Operator, other: Operator): readonly RoleGrant[] {
  if (operator.operatorId === other.operatorId) return other.roles;
  return other.roles.filter((grant) => isWithin(operator.roles, grant));
}

async function viewFor(desk: Desk, operator: Operator, other: Operator): Promise<OperatorView> {
  const store = await desk.store();
  return store.read((reader) => operatorView(reader, other, desk.now(), rolesSeen(operator, other)));
}

async function invitationAnswer(
  desk: Desk,
  asked: AskedByOperator,
  { operator, issued }: Invited,
): Promise<Response> {
  const invitation: Invitation = {
    operator: await viewFor(desk, asked.operator, operator),
    url: welcomeUrl(desk.managementUrl(), issued.secret),
    expiresAt: issued.expiresAt,
  };
  return Response.json(invitation, { status: 201 });
}
