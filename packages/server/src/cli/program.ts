import { Command } from 'commander';
import { version } from '../config/version.ts';
import { addExamples } from './options.ts';

/** In the order in which the help lists them. */
const commands = {
  serve: async () => (await import('./serveCommand.ts')).addServeCommand,
  import: async () => (await import('./importCommand.ts')).addImportCommand,
  export: async () => (await import('./exportCommand.ts')).addExportCommand,
  redirects: async () => (await import('./redirectsCommand.ts')).addRedirectsCommand,
  types: async () => (await import('./typesCommand.ts')).addTypesCommand,
  media: async () => (await import('./mediaCommand.ts')).addMediaCommand,
  copy: async () => (await import('./copyCommand.ts')).addCopyCommand,
  backup: async () => (await import('./backupCommand.ts')).addBackupCommand,
  restore: async () => (await import('./restoreCommand.ts')).addRestoreCommand,
  key: async () => (await import('./keyCommand.ts')).addKeyCommand,
  webhook: async () => (await import('./webhookCommand.ts')).addWebhookCommand,
  mail: async () => (await import('./mailCommand.ts')).addMailCommand,
  project: async () => (await import('./projectCommand.ts')).addProjectCommand,
  operator: async () => (await import('./operatorCommand.ts')).addOperatorCommand,
  access: async () => (await import('./accessCommand.ts')).addAccessCommand,
  audit: async () => (await import('./auditCommand.ts')).addAuditCommand,
  upgrade: async () => (await import('./upgradeCommand.ts')).addUpgradeCommand,
  status: async () => (await import('./statusCommand.ts')).addStatusCommand,
};

/**
 * Creates the command line: with only the given command, or else with all of them. Loading all of them takes
 * longer than most commands run.
 */
export async function createProgram(first?: string): Promise<Command> {
  const program = new Command('newsstand')
    .description('A self-hosted, read-only content delivery service.')
    .version(/^(-V|--version)$/.test(first ?? '') ? await fullVersion() : version)
    .showHelpAfterError('(add --help for usage)')
    // An option belongs to the command before it: `backup` and `backup list` have options of the same names.
    .enablePositionalOptions()
    .exitOverride();
  const wanted = Object.entries(commands).filter(([name]) => name === first);
  for (const [, load] of wanted.length > 0 ? wanted : Object.entries(commands)) (await load())(program);
  addExamples(
    program,
    'newsstand serve --demo',
    'newsstand import content.ndjson',
    'newsstand key create --name website --project acme',
  );
  return program.addHelpText(
    'after',
    '\nExit codes: 0 success, 1 failure, 2 wrong usage or settings, or no store.\nSettings come from options, or from the environment (NEWSSTAND_…); options take precedence.',
  );
}

async function fullVersion(): Promise<string> {
  const { describeProgram } = await import('../node/describeProgram.ts');
  const { schema, build } = describeProgram();
  return `${version} (schema ${schema}, build ${build})`;
}
