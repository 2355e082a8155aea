import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Reads the flags of a run; exits with a message if one is unknown. */
export function readFlags<const T extends NonNullable<ParseArgsConfig['options']>>(options: T) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    console.error(`${error instanceof Error ? error.message : error}\nflags: ${known.join(' ')}`);
    process.exit(2);
  }
}
