import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { languageNames, loadWords } from '../../words/languages.ts';
import type { Grant } from './examples.ts';
import { covers, grantLabel, ownedGrantables, withGrant, withoutGrant } from './grants.ts';

await Promise.all(languageNames.map(loadWords));

const name = fc.constantFrom('a', 'b');
const grant: fc.Arbitrary<Grant> = fc.oneof(
  fc.record({ projectId: name }),
  fc.record({ projectId: name, spaceId: name }),
  fc.record({ projectId: name, spaceId: name, instanceId: name }),
);
const scopes = ['a', 'b'].flatMap((projectId) =>
  ['a', 'b'].flatMap((spaceId) => ['a', 'b'].map((instanceId) => ({ projectId, spaceId, instanceId }))),
);
const coveredBy = (grants: readonly Grant[]) =>
  scopes.filter((scope) => grants.some((each) => covers(each, scope)));

test('a grant covers whatever has all the members it names', () => {
  fc.assert(
    fc.property(grant, (one) => {
      const named = scopes.filter((scope) =>
        Object.entries({ ...scope, ...one }).every(([member, value]) =>
          Object.entries(scope).some(([other, own]) => member === other && value === own),
        ),
      );
      expect(coveredBy([one])).toEqual(named);
    }),
  );
});

test('adding a grant covers it, keeps everything covered, and grants nothing twice', () => {
  fc.assert(
    fc.property(fc.array(grant), grant, (chosen, added) => {
      const before = chosen.reduce<readonly Grant[]>(withGrant, []);
      const after = withGrant(before, added);
      expect(coveredBy(after)).toEqual(coveredBy([...before, added]));
      for (const one of after) {
        expect(after.filter((other) => covers(one, other) && covers(other, one))).toEqual([one]);
      }
      expect(after.filter((each) => covers(added, each))).toEqual([added]);
      expect(withoutGrant(after, added).some((each) => covers(added, each))).toBe(false);
    }),
  );
});

test('projects, spaces and instances can be granted; news and banners with the same ID together', () => {
  const instances = [
    { app: 'news', instanceId: 'home' } as const,
    { app: 'banner', instanceId: 'home' } as const,
    { app: 'news', instanceId: 'press' } as const,
  ];
  const projects = [{ projectId: 'acme', spaces: [{ spaceId: 'web', instances }] }];
  const [project] = ownedGrantables(projects, [{ projectId: 'acme', role: 'owner' }]);
  const [space] = project?.inner ?? [];
  expect([project?.grant, space?.grant]).toEqual([
    { projectId: 'acme' },
    { projectId: 'acme', spaceId: 'web' },
  ]);
  expect(space?.inner.map(({ name: id, apps }) => [id, apps])).toEqual([
    ['home', ['news', 'banner']],
    ['press', ['news']],
  ]);
  const press = { projectId: 'acme', spaceId: 'web', instanceId: 'press' };
  const part = ownedGrantables(projects, [{ ...press, role: 'owner' }]);
  expect(part).toEqual([{ grant: press, name: 'acme › web › press', apps: ['news'], inner: [] }]);
  expect(ownedGrantables(projects, [{ ...press, role: 'editor' }])).toEqual([]);
});

test('a grant has a label', () => {
  expect(grantLabel({ projectId: 'acme' }, 'en')).toBe('all of acme');
  expect(grantLabel({ projectId: 'acme', spaceId: 'web' }, 'ja')).toBe('acme / web');
  expect(grantLabel({ projectId: 'acme', spaceId: 'web', instanceId: 'press' }, 'en')).toBe(
    'acme / web / press only',
  );
});
