import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { packageSizeFaults, releaseFaults } from './releaseFaults.ts';

const good = {
  changes: '',
  changelog: '# Changelog\n\n## 1.2.0\n\nNew.\n\n## 1.1.0\n',
  versions: { 'package.json': '1.2.0', 'packages/client/package.json': '1.2.0' },
};

test('a version that is committed, described and the same everywhere may be released', () => {
  expect(releaseFaults(good)).toEqual([]);
});

test.each([
  [{ changes: ' M README.md\n' }, 'there are changes that are not committed:\n M README.md'],
  [
    { changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.0\n' },
    'the newest heading of CHANGELOG.md is Unreleased, not 1.2.0',
  ],
  [
    { versions: { ...good.versions, 'packages/client/package.json': '1.1.0' } },
    'packages/client/package.json has version 1.1.0, not 1.2.0',
  ],
])('otherwise it says why not: %p', (change, fault) => {
  expect(releaseFaults({ ...good, ...change })).toEqual([fault]);
});

test('the docs must say how large the package is', async () => {
  const operating = await Bun.file(join(import.meta.dir, '../docs/operating.md')).text();
  const said = Number(/^The package is ([\d.]+) MB/m.exec(operating)?.[1]);
  expect(packageSizeFaults(operating, said * 1e6)).toEqual([]);
  expect(packageSizeFaults('The package is 5.4 MB.', 6_000_000)).toEqual([
    'docs/operating.md says that the package is 5.4 MB, but it is 6.0 MB',
  ]);
  expect(packageSizeFaults('It is small.', 6_000_000)).toHaveLength(1);
});
