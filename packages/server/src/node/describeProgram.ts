import { readBuild, version } from '../config/version.ts';
import { migrations } from '../store/sqlite/migrations.ts';

/** What runs here: its version, the schema of its stores, and what tells builds of a version apart. */
export type Program = { readonly version: string; readonly schema: number; readonly build: string };

export function describeProgram(): Program {
  return { version, schema: migrations.length, build: readBuild() };
}
