import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installTools } from '../tools/installTools.ts';

// The first run installs the servers, and they are slow.
setDefaultTimeout(1_200_000);

const root = join(import.meta.dir, '../..');
const s3 = 'packages/server/src/media/originals';
const providers = 'packages/server/src/management/api/providers';

/** Runs test files again, with a server that is not ours instead of the small one of the tests, and as often as `npm test`. */
async function expectPass(
  settings: Readonly<Record<string, string>>,
  files: readonly string[],
): Promise<void> {
  await installTools();
  // The runner ignores a path that does not exist.
  for (const file of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  const paths = files.map((file) => `./${file}`);
  const child = Bun.spawn([process.execPath, 'test', '--timeout=300000', ...paths], {
    cwd: root,
    env: { ...process.env, ...settings, TESTS_ALL: undefined },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const [output, code] = await Promise.all([child.stderr.text(), child.exited]);
  expect(code === 0 ? '' : output).toBe('');
}

test('originals are kept by s3rver, too', async () => {
  await expectPass({ TESTS_S3: join(import.meta.dir, 's3rver.ts') }, [
    `${s3}/s3/S3Ingest.test.ts`,
    `${s3}/s3/faults.test.ts`,
    `${s3}/s3/openObjectCache.test.ts`,
    `${s3}/s3/openS3Originals.test.ts`,
    `${s3}/s3/recovery.test.ts`,
    `${s3}/copyOriginals.test.ts`,
    'tests/acceptance/mediaInS3.full.test.ts',
  ]);
});

test('operators sign in by oidc-provider, too', async () => {
  await expectPass({ TESTS_PROVIDER: join(import.meta.dir, 'startProvider.ts') }, [
    `${providers}/linking.test.ts`,
    `${providers}/logout.test.ts`,
    `${providers}/signIn.test.ts`,
    'tests/console/providers.full.test.ts',
  ]);
});
