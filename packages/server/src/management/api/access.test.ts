import { expect, test } from 'bun:test';
import { type ManageRoute, manageRoutes, type Place, roleNames } from '@newsstand/contract/manage';
import { withApi } from './testing/withApi.ts';

const app = ['news', 'banner'];
const collections = ['media', 'category', 'tag'];

/** Who may call which route, in plain words; `in part` means that a role in a part of the place is enough. */
const table: readonly (readonly [who: string, actions: string, kinds?: readonly string[]])[] = [
  ['viewer of the instance', 'listItems getItem listVersions listPreviews getOrder', app],
  ['viewer of the instance', 'getInstanceSettings listViews'],
  ['editor of the instance', 'saveView removeView'],
  [
    'writer of the instance',
    'createItem putItem patchItem removeItem restoreVersion putNext removeNext',
    app,
  ],
  ['writer of the instance', 'putPresence removePresence createPreview revokePreview', app],
  ['editor of the instance', 'publish unpublish reserve open close publishNext putOrder', app],
  ['viewer of the instance', 'getProposal', app],
  ['writer of the instance', 'propose addComment withdrawProposal', app],
  ['editor of the instance', 'publishProposal returnProposal', app],
  ['owner of the instance', 'putInstance putInstanceSettings removeInstance'],
  ['viewer of the space in part', 'search listRecent getCalendar listRemoved'],
  ['viewer of the space in part', 'listItems getItem listVersions listUses showPicture', collections],
  ['writer of the space in part', 'batch'],
  ['writer of the space in part', 'createItem', ['media']],
  ['editor of the space', 'createItem merge', ['category', 'tag']],
  ['editor of the space', 'putItem patchItem removeItem restoreVersion', collections],
  ['owner of the instance', 'changeInstance getInstanceContents emptyInstance'],
  ['owner of the space', 'putSpace changeSpace getSpaceContents removeSpace'],
  ['owner of the project', 'changeProject getProjectContents removeProject'],
  ['owner of everything', 'getAccessPolicy putAccessPolicy'],
  ['writer of the project in part', 'createUpload getUpload headUpload patchUpload removeUpload'],
  ['owner of the project in part', 'listWebhooks createWebhook changeWebhook rotateWebhook removeWebhook'],
  ['owner of the project in part', 'testWebhook listDeliveries replayDelivery'],
];

const grants: Readonly<Record<string, Place>> = {
  everything: { projectId: '*' },
  project: { projectId: 'acme' },
  space: { projectId: 'acme', spaceId: 'web' },
  instance: { projectId: 'acme', spaceId: 'web', instanceId: 'press' },
  sibling: { projectId: 'acme', spaceId: 'web', instanceId: 'other' },
  siblingSpace: { projectId: 'acme', spaceId: 'app' },
  // The same names, elsewhere.
  otherSpace: { projectId: 'acme', spaceId: 'app', instanceId: 'press' },
  otherProject: { projectId: 'beta' },
  elsewhere: { projectId: 'beta', spaceId: 'web', instanceId: 'press' },
};

/** The grants that reach each place. */
const reaching: Readonly<Record<string, readonly string[]>> = {
  everything: ['everything'],
  'the instance': ['everything', 'project', 'space', 'instance'],
  'the space': ['everything', 'project', 'space'],
  'the space in part': ['everything', 'project', 'space', 'instance', 'sibling'],
  'the project': ['everything', 'project'],
  'the project in part': [
    ...['everything', 'project', 'space', 'instance', 'sibling', 'siblingSpace', 'otherSpace'],
  ],
};

function rowOf({ action, kind }: ManageRoute): string | undefined {
  return table.find(
    ([, actions, kinds]) =>
      actions.split(' ').includes(action) && (kinds === undefined || (kind && kinds.includes(kind))),
  )?.[0];
}

const samples = new Map([
  ['projectId', 'acme'],
  ['spaceId', 'web'],
  ['instanceId', 'press'],
  ['app', 'news'],
  ['version', '1'],
]);
const pathOf = ({ path }: ManageRoute) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => samples.get(name) ?? 'x1');

const needing = manageRoutes.filter(({ access }) => roleNames.some((role) => role === access));

test('every route that needs a role is in the table, and needs what it says there', () => {
  const unknown = needing.filter((route) => rowOf(route) === undefined);
  expect(unknown.map(({ action, kind }) => `${action} ${kind ?? ''}`)).toEqual([]);
});

test('every route is open to exactly the roles and places of the table', async () => {
  await withApi(async (api) => {
    const wrong: string[] = [];
    for (const [name, place] of Object.entries(grants)) {
      for (const role of roleNames) {
        await api.addOperator(`${role}.${name}`, [{ ...place, role }]);
        const cookie = await api.sessionOf(`${role}.${name}`);
        for (const route of needing) {
          const [, least = '', where = ''] = /^(\w+) of (.+)$/.exec(rowOf(route) ?? '') ?? [];
          const higher = roleNames.slice(roleNames.indexOf(role) + 1);
          const isRole = higher.every((each) => each !== least);
          const isMeant = isRole && reaching[where]?.includes(name) === true;
          const response = await api.ask(pathOf(route), { method: route.method, cookie });
          await response.body?.cancel();
          if ((response.status !== 403) !== isMeant)
            wrong.push(`${role} of ${name}: ${route.action} ${route.kind ?? ''}: ${response.status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(api.errors).toEqual([]);
  });
});
