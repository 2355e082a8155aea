/** How long an idle session lasts. */
export const idleMilliseconds = 12 * 3_600_000;
/** How long a session lasts at most. */
export const mostMilliseconds = 7 * 86_400_000;
/** How long an invitation can be followed. */
export const invitationMilliseconds = 7 * 86_400_000;
