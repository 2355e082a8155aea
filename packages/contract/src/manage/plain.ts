/** What needs no schema: a page in a browser can use it without carrying the rest. */

/** Where the write interface begins. */
export const manageRoot = '/manage/v1';

/** What an operator may do in a project; each may all that those before it may. */
export const roleNames = ['viewer', 'editor', 'owner'] as const;

/** What an operator may do in a project. */
export type Role = (typeof roleNames)[number];

/** Stands for every project, also those that are made later. */
export const everyProject = '*';

/** What an item is at a moment. */
export const states = ['live', 'scheduled', 'closed', 'draft'] as const;

/** What an item is at a moment. */
export type ItemState = (typeof states)[number];

/** What can be done to one item without sending all of it. */
export const itemActions = ['publish', 'unpublish', 'reserve', 'open', 'close'] as const;

/** What can be done to one item without sending all of it. */
export type ItemAction = (typeof itemActions)[number];

/** Whether roles allow what a role may, in one project; without one, in all of them. */
export function isAllowed(
  roles: readonly { readonly projectId: string; readonly role: Role }[],
  needed: Role,
  projectId?: string,
): boolean {
  return roles.some(
    (grant) =>
      (grant.projectId === everyProject || grant.projectId === projectId) &&
      roleNames.indexOf(grant.role) >= roleNames.indexOf(needed),
  );
}
