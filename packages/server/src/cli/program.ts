import { Command } from 'commander';
import server from '../../package.json' with { type: 'json' };
import { addCopyCommand } from './copyCommand.ts';
import { addExportCommand } from './exportCommand.ts';
import { addImportCommand } from './importCommand.ts';
import { addKeyCommand } from './keyCommand.ts';
import { addMediaCommand } from './mediaCommand.ts';
import { addExamples } from './options.ts';
import { addServeCommand } from './serveCommand.ts';
import { addStatusCommand } from './statusCommand.ts';

/** Puts the whole command line together. */
export function createProgram(): Command {
  const program = new Command('newsstand')
    .description('A self-hosted, read-only content delivery service.')
    .version(server.version)
    .showHelpAfterError('(add --help to see how it is used)')
    .exitOverride();
  addServeCommand(program);
  addImportCommand(program);
  addExportCommand(program);
  addMediaCommand(program);
  addCopyCommand(program);
  addKeyCommand(program);
  addStatusCommand(program);
  addExamples(
    program,
    'newsstand serve --demo',
    'newsstand import content.ndjson',
    'newsstand key create --name website --project acme',
  );
  return program.addHelpText(
    'after',
    '\nExit codes: 0 fine, 1 the work failed, 2 wrong usage or settings.\nSettings come from options, or from the environment (NEWSSTAND_…); options win.',
  );
}
