import type { OperatorView, Place, Role } from '@newsstand/contract/manage';
import { covers, roleNames } from '@newsstand/contract/manage/plain';

/** What an operator may do in a place, and the roles that it comes from. */
export type Permission = {
  readonly operator: OperatorView;
  /** The highest role in the whole place; undefined if they have roles in parts of it only. */
  readonly role: Role | undefined;
  /** The highest and widest first. */
  readonly reasons: OperatorView['roles'];
};

/** Who may do what in a place, the highest roles first. */
export function permissionsIn(operators: readonly OperatorView[], place: Place): readonly Permission[] {
  return operators
    .flatMap((operator): readonly Permission[] => {
      const whole = operator.roles.filter((grant) => covers(grant, place)).toSorted(byRole);
      const parts = operator.roles
        .filter((grant) => !covers(grant, place) && covers(place, grant))
        .toSorted(byRole);
      if (whole.length + parts.length === 0) return [];
      return [{ operator, role: whole[0]?.role, reasons: [...whole, ...parts] }];
    })
    .toSorted((one, other) => rank(other.role) - rank(one.role));
}

function byRole(one: { readonly role: Role }, other: { readonly role: Role }): number {
  return rank(other.role) - rank(one.role);
}

function rank(role: Role | undefined): number {
  return role === undefined ? -1 : roleNames.indexOf(role);
}
