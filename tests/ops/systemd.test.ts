import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { environmentFile } from '../../ops/systemd/environmentFile.ts';
import { readConfig, settings } from '../../packages/server/src/config/readConfig.ts';
import { shutdownMilliseconds } from '../../packages/server/src/node/Service.ts';
import { inTemporaryFolder } from '../newsstandProcess.ts';
import { findProgram, lacks } from '../testing/lacks.ts';
import { read, root } from './opsFiles.ts';

const unit = 'ops/systemd/newsstand.service';
const directives = [...(await read(unit)).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
const directive = (name: string) => directives.find(([its]) => its === name)?.[1] ?? '';

describe('newsstand.env', () => {
  test('lists every setting of this version; `npm run ops:env` writes it', async () => {
    expect(await read('ops/systemd/newsstand.env')).toBe(environmentFile());
  });

  test('changes nothing but the data folder, also if every default is uncommented', async () => {
    const lines = (await read('ops/systemd/newsstand.env'))
      .split('\n')
      .filter((line) => /^#?[A-Z]/.test(line));
    const variables = (kept: readonly string[]) =>
      Object.fromEntries(
        kept.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    const expected = readConfig({ NEWSSTAND_DATA: '/var/lib/newsstand' });
    expect(readConfig(variables(lines.filter((line) => !line.startsWith('#'))))).toEqual(expected);
    const all = variables(lines.map((line) => line.replace('#', '')));
    expect(readConfig(all)).toEqual(expected);
    for (const { env } of Object.values(settings)) expect(Object.keys(all)).toContain(env);
  });
});

describe('newsstand.service', () => {
  test('leaves time for requests in flight, and does not restart with wrong settings', () => {
    expect(Number(directive('TimeoutStopSec')) * 1000).toBeGreaterThan(shutdownMilliseconds + 5000);
    expect(directive('RestartPreventExitStatus')).toBe('2');
    expect(Number(directive('LimitNOFILE'))).toBeGreaterThan(20_000);
  });

  test('names the user and the folder that are created', async () => {
    const [, user] = /^u (\w+) /m.exec(await read('ops/systemd/newsstand.sysusers')) ?? [];
    expect([directive('User'), directive('Group')]).toEqual([user ?? '', user ?? '']);
    expect(environmentFile()).toContain(`\nNEWSSTAND_DATA=/var/lib/${directive('StateDirectory')}\n`);
  });

  describe.skipIf(lacks('systemd-analyze', 'the systemd unit'))('by systemd', inspectUnit);
});

function inspectUnit(): void {
  const program = findProgram('systemd-analyze') ?? '';

  test('is accepted by systemd, every line of it', async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, 'newsstand.service');
      // Whether the program is installed here does not matter.
      await Bun.write(path, (await read(unit)).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
      const { stderr, exitCode } = Bun.spawnSync([program, 'verify', '--man=no', path]);
      expect([stderr.toString().split('\n').filter(isOurs), exitCode]).toEqual([[], 0]);
    });
  });

  test('has an exposure below 2.0', () => {
    const isBelow = (threshold: number) =>
      Bun.spawnSync([program, 'security', '--offline=true', `--threshold=${threshold}`, join(root, unit)])
        .success;
    expect([isBelow(20), isBelow(1)]).toEqual([true, false]);
  });
}

/** It also complains about units of the machine. */
function isOurs(line: string): boolean {
  return line.includes('newsstand');
}
