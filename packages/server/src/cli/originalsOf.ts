import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Originals } from '../media/Originals.ts';
import { openOriginals } from '../media/openOriginals.ts';

/** The originals of this run. */
export function originalsOf({ dataFolder }: Config): Originals {
  return openOriginals(join(dataFolder, 'originals'));
}
