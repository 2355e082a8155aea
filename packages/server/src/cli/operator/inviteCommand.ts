import { randomBytes } from 'node:crypto';
import { isId } from '@newsstand/contract';
import { everyProject, operatorOrder, type RoleGrant, roleNames } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import { inviteAgain } from '../../management/api/operators/invitations.ts';
import { operatorDeeds } from '../../management/api/operators/operatorAudit.ts';
import { plainRoles } from '../../management/api/operators/rights.ts';
import { withStore } from '../../store/withStore.ts';
import { Failure } from '../Failure.ts';
import { configOf, textOption, textsOption } from '../options.ts';
import { writeAudited } from '../writeAudited.ts';
import { operatorIdOf } from './operatorOf.ts';
import { managementUrlOf, printLink } from './printLink.ts';

/** `operator invite` */
export async function inviteCommand(command: Command): Promise<void> {
  const config = configOf(command);
  const managementUrl = managementUrlOf(config);
  const operatorId = operatorIdOf(command);
  const name = operatorOrder.shape.name.safeParse(
    textOption(command, 'name') ?? operatorId.slice(0, 100),
  ).data;
  if (name === undefined)
    throw new Failure('--name must be 1 to 100 characters without control characters', 2);
  const roles = plainRoles(textsOption(command, 'role').map(parseRole));
  const issued = await withStore(config.databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        if ((await writer.operator(operatorId)) !== undefined) {
          throw new Failure(
            `there is an operator ${operatorId} already; newsstand operator link makes a new link`,
          );
        }
        await writer.putOperator({ operatorId, name, roles, createdAt: Date.now() });
        return inviteAgain(writer, { now: Date.now, random: randomBytes }, operatorId);
      },
      () => operatorDeeds('operator.invite', { operatorId, roles }),
    ),
  );
  await printLink(command, operatorId, managementUrl, issued);
}

/** Reads a role written as `owner`, for all projects, or `owner:acme`, for one. */
function parseRole(text: string): RoleGrant {
  const [, name, projectId = everyProject] = /^([a-z]+)(?::(.+))?$/.exec(text) ?? [];
  const role = roleNames.find((each) => each === name);
  if (role !== undefined && (projectId === everyProject || isId(projectId))) return { projectId, role };
  throw new Failure(
    `--role ${text}: must be ${roleNames.join(', ')}, or one of them for a project, as in editor:acme`,
    2,
  );
}

/** Writes a role as the command line takes it. */
export function formatRole({ projectId, role }: RoleGrant): string {
  return projectId === everyProject ? role : `${role}:${projectId}`;
}
