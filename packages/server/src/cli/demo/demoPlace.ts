/** Where the demo lives. */
export const demoPlace = { projectId: 'demo', spaceId: 'web' } as const;
