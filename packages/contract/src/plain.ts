/** The interface without its schemas, so that a page in a browser, or a process that renders, can use it without loading the rest. */

export * from './eventTypes.ts';
export * from './kinds.ts';
export * from './limits.ts';
export * from './operations.ts';
export * from './parameters.ts';
export * from './requestCode.ts';
export * from './rules.ts';
export * from './urls.ts';
