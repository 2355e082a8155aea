export * from './content.ts';
export * from './errors.ts';
export * from './keys.ts';
export * from './manageOpenApi.ts';
export * from './people.ts';
export * from './plain.ts';
export * from './routes.ts';
export * from './service.ts';
