import { join } from 'node:path';
import { contractTypes } from './contractTypes.ts';
import { formatted } from './formatted.ts';

/** Writes `src/contract` anew. Run it after every change of the contract. */
for (const [name, text] of contractTypes())
  await Bun.write(join(import.meta.dir, '../src/contract', name), await formatted(text));
