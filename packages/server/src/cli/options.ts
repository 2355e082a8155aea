import { type Command, Option } from 'commander';
import { type Config, type Flags, readConfig, type SettingName, settings } from '../config/readConfig.ts';

/** The settings that every command needs to find the store. */
export const storeSettings = ['data', 'databaseUrl'] as const satisfies readonly SettingName[];

/** The same for commands that also read or write the originals of media. */
export const contentSettings = [
  ...storeSettings,
  'keptVersions',
  'mediaStore',
] as const satisfies readonly SettingName[];

/** All settings, for the command that serves. */
export const allSettings = Object.keys(settings).filter(isSettingName);

/** Adds settings as options; what is not given comes from the environment. */
export function addSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) {
    const { flag, value, help, env } = settings[name];
    command.addOption(new Option(`${flag} <${value}>`, `${help} [${env}]`));
  }
  return command;
}

/** Reads the settings of this run from a command's options and the environment. */
export function configOf(command: Command): Config {
  const flags: Flags = Object.fromEntries(allSettings.map((name) => [name, textOption(command, name)]));
  return readConfig(process.env, flags);
}

/** An option that takes a value. */
export function textOption(command: Command, name: string): string | undefined {
  const value: unknown = command.getOptionValue(name);
  return typeof value === 'string' ? value : undefined;
}

/** An option that may be given several times. */
export function textsOption(command: Command, name: string): readonly string[] {
  const value: unknown = command.getOptionValue(name);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A boolean option. */
export function isOn(command: Command, name: string): boolean {
  return command.getOptionValue(name) === true;
}

/** Adds examples below the help of a command. */
export function addExamples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name);
}

/** Collects the values of an option that may be repeated. */
export function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
