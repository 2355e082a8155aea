/** The write interface without its schemas, so that a page in a browser can use it without loading the rest. */

/** Where the write interface begins. */
export const manageRoot = '/manage/v1';

/** What an operator may do in a project; each role includes those before it. */
export const roleNames = ['viewer', 'editor', 'owner'] as const;

/** What an operator may do in a project. */
export type Role = (typeof roleNames)[number];

/** Stands for every project, including those created later. */
export const everyProject = '*';

/** The state of an item at a moment. */
export const states = ['live', 'scheduled', 'closed', 'draft'] as const;

/** The state of an item at a moment. */
export type ItemState = (typeof states)[number];

/** What can be done to an item without sending the whole item. */
export const itemActions = ['publish', 'unpublish', 'reserve', 'open', 'close'] as const;

/** What can be done to an item without sending the whole item. */
export type ItemAction = (typeof itemActions)[number];

/** What became of a call of a webhook so far: it is to be made, was answered with success, or was given up. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

/** What became of a call of a webhook so far. */
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether roles include what a role may do, in one project; without one, in all projects. */
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

/** Whether a text is the address of a page with places for what a preview link holds, which only follow the host. */
export function isPreviewUrl(text: string): boolean {
  const plain = text.replaceAll(/\{(?:contentId|alias|token)\}/g, 'x');
  const isWeb = /^https?:\/\/[^{}\s]+?(?:[/?#]|$)/i.test(text) && URL.canParse(plain);
  return isWeb && text.includes('{token}') && !/[{}\s]/.test(plain);
}
