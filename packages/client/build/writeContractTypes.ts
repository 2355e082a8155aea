import { join } from 'node:path';
import { formatted } from './formatted.ts';
import { resourcesText } from './resources.ts';

/** Writes `src/resources.ts` anew: after every change of the contract. */
await Bun.write(join(import.meta.dir, '../src/resources.ts'), await formatted(resourcesText()));
