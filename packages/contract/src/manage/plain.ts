/** The write interface without its schemas, so that a page in a browser can use it without loading the rest. */

/** Where the write interface begins. */
export const manageRoot = '/manage/v1';

/**
 * What an operator may do in a place; each role includes those before it. A writer drafts and proposes, an editor
 * publishes.
 */
export const roleNames = ['viewer', 'writer', 'editor', 'owner'] as const;

/** What an operator may do in a place. */
export type Role = (typeof roleNames)[number];

/** What can be shown as a second factor; `recovery` is a code that works once. */
export const secondFactorMethods = ['passkey', 'totp', 'recovery'] as const;

/** Stands for every project, including those created later. */
export const everyProject = '*';

/** How long a removed project, space or instance can be restored. */
export const restorableDays = 30;

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

/** What became of a proposal so far. */
export const proposalStates = ['open', 'published', 'returned', 'withdrawn'] as const;

/** What became of a proposal so far. */
export type ProposalState = (typeof proposalStates)[number];

/** A project, a space of it, or an instance of that space. `projectId` may be `everyProject`. */
export type Place = {
  readonly projectId: string;
  readonly spaceId?: string | undefined;
  readonly instanceId?: string | undefined;
};

/** A role in a place, and in everything below it. */
export type PlacedRole = Place & { readonly role: Role };

/** Whether one place is the other, or contains it. */
export function covers(outer: Place, inner: Place): boolean {
  if (outer.projectId === everyProject) return true;
  if (outer.projectId !== inner.projectId) return false;
  if (outer.spaceId === undefined) return true;
  if (outer.spaceId !== inner.spaceId) return false;
  return outer.instanceId === undefined || outer.instanceId === inner.instanceId;
}

/** Whether roles include what a role may do, in the whole of a place; without one, in all projects. */
export function isAllowed(
  roles: readonly PlacedRole[],
  needed: Role,
  place: Place = { projectId: everyProject },
): boolean {
  return roles.some((grant) => covers(grant, place) && includes(grant.role, needed));
}

/** Whether roles include what a role may do, in a place or in some part of it. */
export function isAllowedInPart(roles: readonly PlacedRole[], needed: Role, place: Place): boolean {
  return roles.some(
    (grant) => (covers(grant, place) || covers(place, grant)) && includes(grant.role, needed),
  );
}

/** Whether a role may do all that another one may. */
export function includes(role: Role, needed: Role): boolean {
  return roleNames.indexOf(role) >= roleNames.indexOf(needed);
}

/** Whether a text is the address of a page with places for what a preview link holds, which only follow the host. */
export function isPreviewUrl(text: string): boolean {
  const plain = text.replaceAll(/\{(?:contentId|alias|token)\}/g, 'x');
  const isWeb = /^https?:\/\/[^{}\s/?#]+(?:[/?#]|$)/i.test(text) && URL.canParse(plain);
  return isWeb && text.includes('{token}') && !/[{}\s]/.test(plain);
}
