/** Builds the console into `dist`: `npm run console:build`. The listener serves it from there. */
import { join } from 'node:path';
import { buildConsole } from './buildConsole.ts';

await buildConsole(join(import.meta.dir, '../dist'));
