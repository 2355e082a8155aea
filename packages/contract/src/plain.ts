/** What can be asked of the interface, without schemas: a page in a browser can use it without carrying the rest. */
export * from './limits.ts';
export * from './operations.ts';
export * from './parameters.ts';
export * from './plainKinds.ts';
