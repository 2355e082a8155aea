import {
  type Invitation,
  type OperatorView,
  operatorChange,
  operatorOrder,
  type RoleGrant,
} from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { StoreReader } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { writeAs } from '../writeAs.ts';
import { changeOperator, type Invited, inviteOperator, removeOperator, sendLink } from './changeOperators.ts';
import { createAccept } from './createAccept.ts';
import { createPasswordChecker } from './createPasswordChecker.ts';
import { welcomeUrl } from './invitations.ts';
import { operatorAuditEvents } from './operatorAudit.ts';
import { operatorView } from './operatorView.ts';
import { isWithin } from './rights.ts';
import { sessionHandlers } from './sessionHandlers.ts';
import { tokenHandlers } from './tokenHandlers.ts';

/** Handles sessions, links, passwords, tokens and operators. */
export function operatorHandlers(context: ApiContext) {
  const passwords = createPasswordChecker(context.now);
  return {
    accept: createAccept(context, passwords),
    ...sessionHandlers(context, passwords),
    ...tokenHandlers(context),
    ...adminHandlers(context),
  } satisfies Partial<Handlers>;
}

type AdminHandlers = Pick<
  Handlers,
  'listOperators' | 'inviteOperator' | 'changeOperator' | 'inviteAgain' | 'removeOperator'
>;

/** Owners manage other operators, within the projects that they own. */
function adminHandlers(context: ApiContext): AdminHandlers {
  return {
    listOperators: async ({ operator }) => {
      const store = await context.store();
      return Response.json(await store.read((reader) => listFor(reader, operator, context.now())));
    },
    inviteOperator: async (req) => {
      const order = await req.body(operatorOrder);
      const invited = await writeAs(
        context,
        req,
        (writer) => inviteOperator(writer, context, req.operator, order),
        ({ operator }) => operatorAuditEvents('operator.invite', operator),
      );
      return invitationAnswer(context, req, invited);
    },
    inviteAgain: async (req) => {
      const invited = await writeAs(
        context,
        req,
        (writer) => sendLink(writer, context, req.operator, idOf(req)),
        ({ operator }) => operatorAuditEvents('operator.link', operator),
      );
      return invitationAnswer(context, req, invited);
    },
    changeOperator: async (req) => {
      const wanted = await req.body(operatorChange);
      const { after } = await writeAs(
        context,
        req,
        (writer) => changeOperator(writer, req.operator, idOf(req), wanted),
        (result) => (result.isChanged ? operatorAuditEvents('operator.change', result.after) : []),
      );
      return Response.json(await viewFor(context, req.operator, after));
    },
    removeOperator: async (req) => {
      await writeAs(
        context,
        req,
        (writer) => removeOperator(writer, req.operator, idOf(req)),
        (taken) => operatorAuditEvents('operator.remove', taken),
      );
      return new Response(null, { status: 204 });
    },
  };
}

function idOf({ params }: OperatorRequest): string {
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

async function viewFor(context: ApiContext, operator: Operator, other: Operator): Promise<OperatorView> {
  const store = await context.store();
  return store.read((reader) => operatorView(reader, other, context.now(), rolesSeen(operator, other)));
}

async function invitationAnswer(
  context: ApiContext,
  req: OperatorRequest,
  { operator, issued }: Invited,
): Promise<Response> {
  const invitation: Invitation = {
    operator: await viewFor(context, req.operator, operator),
    url: welcomeUrl(context.managementUrl(), issued.secret),
    expiresAt: issued.expiresAt,
  };
  return Response.json(invitation, { status: 201 });
}
