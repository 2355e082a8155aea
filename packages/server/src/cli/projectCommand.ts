import { randomBytes } from 'node:crypto';
import { isAlias, isId } from '@newsstand/contract';
import { restorableDays } from '@newsstand/contract/manage/plain';
import type { Command } from 'commander';
import { newId } from '../management/api/content/itemKey.ts';
import { auditEvent, idOf, withId } from '../management/api/spaces/placeHandlers.ts';
import { withStore } from '../store/openStore.ts';
import type { Place } from '../store/Place.ts';
import { commandLine, IntegrityError, type Store } from '../store/Store.ts';
import {
  NoSuchPlace,
  PlaceTaken,
  removePlace,
  renamePlace,
  restorePlace,
} from '../transfer/places/movePlace.ts';
import { Failure } from './Failure.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings, textOption } from './options.ts';
import { formatMinute, formatTable, note, print, printJson } from './output.ts';
import { checkExists, formatGrant, parseGrant } from './parseGrant.ts';
import { writeAudited } from './writeAudited.ts';

const placeHelp = 'project, project/space or project/space/instance';

/** Adds `project` and its commands. */
export function addProjectCommand(program: Command): void {
  const project = program
    .command('project')
    .description('name, rename, remove and restore projects, spaces and instances');
  addExamples(
    project,
    'newsstand project name acme/web "Acme Website"',
    'newsstand project remove acme/web --confirm web',
  );
  const add = (name: string, description: string, example: string) => {
    const command = project.command(name).description(description);
    addExamples(command, example);
    return addSettings(command, storeSettings);
  };
  const list = add('list', 'list projects, spaces and instances with their names', 'newsstand project list');
  list.option('--json', 'print an array').action(() => listPlaces(list));
  const name = add('name', 'give a place a name for operators', 'newsstand project name acme "Acme K.K."');
  name
    .argument('<place>', placeHelp)
    .argument('[name]', 'without it, the name is taken away')
    .action(() => namePlace(name));
  const rename = add(
    'rename',
    'change the ID of a place: readers have to ask for the new one from now on',
    'newsstand project rename acme/web site',
  );
  rename
    .argument('<place>', placeHelp)
    .argument('<id>', 'its new ID')
    .action(() => renameOne(rename));
  const remove = add(
    'remove',
    `remove a place with everything in it; it can be restored for ${restorableDays} days`,
    'newsstand project remove acme/web --confirm web',
  );
  remove
    .argument('<place>', placeHelp)
    .requiredOption('--confirm <id>', 'the ID of the place once more')
    .action(() => removeOne(remove));
  const removed = add('removed', 'list what was removed and can be restored', 'newsstand project removed');
  removed.option('--json', 'print an array').action(() => listRemoved(removed));
  const restore = add('restore', 'restore what was removed', 'newsstand project restore 3f8k2m9q1x7z');
  restore
    .argument('<removal>', 'its number, as `removed` lists it')
    .option('--as <id>', 'another ID, if its own was taken again')
    .action(() => restoreOne(restore));
}

function inStore<T>(command: Command, work: (store: Store) => Promise<T>): Promise<T> {
  const config = configOf(command);
  return withStore(config.databaseUrl, work, config);
}

async function listPlaces(command: Command): Promise<void> {
  const { places, names } = await inStore(command, (store) =>
    store.read(async (reader) => {
      const spaces = await reader.spaces();
      const projects = [...new Set(spaces.map(({ projectId }) => projectId))];
      return {
        places: [
          ...projects.map((projectId): Place => ({ projectId })),
          ...spaces,
          ...(await reader.instances()).map(({ app: _, ...instance }) => instance),
        ],
        names: new Map((await reader.placeNames()).map(({ name, ...place }) => [formatGrant(place), name])),
      };
    }),
  );
  const rows = places
    .map((place) => [formatGrant(place), names.get(formatGrant(place)) ?? ''] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (isOn(command, 'json'))
    return printJson(rows.map(([place, name]) => (name === '' ? { place } : { place, name })));
  if (rows.length === 0) return note('There are no projects yet.');
  await print(formatTable(['PLACE', 'NAME'], rows));
}

function placeOf(command: Command): Place {
  const [text = ''] = command.args;
  return parseGrant(text, text);
}

async function namePlace(command: Command): Promise<void> {
  const place = placeOf(command);
  const name = command.args[1]?.trim();
  if (name !== undefined && !isAlias(name))
    throw new Failure('a name has 1 to 255 characters, and no control characters', 2);
  await inStore(command, async (store) => {
    await checkExists(store, place);
    await writeAudited(
      store,
      (writer) => writer.putPlaceName(place, name),
      () => [auditEvent('name', place, { name: name ?? null })],
    );
  });
  note(
    name === undefined ? `${formatGrant(place)} has no name now.` : `${formatGrant(place)} is now ${name}.`,
  );
}

async function renameOne(command: Command): Promise<void> {
  const place = placeOf(command);
  const id = newIdOf(command.args[1]);
  const to = withId(place, id);
  await inStore(command, (store) =>
    explained(
      to,
      writeAudited(
        store,
        (writer) => renamePlace(writer, place, to, commandLine()),
        () => [auditEvent('rename', place, { id })],
        { isCopy: true },
      ),
    ),
  );
  note(`${formatGrant(place)} is now ${formatGrant(to)}. Readers have to ask for it under this ID.`);
}

function newIdOf(id: string | undefined): string {
  if (id !== undefined && isId(id)) return id;
  throw new Failure('an ID has 1 to 128 characters of A-Z a-z 0-9 . _ ~ -', 2);
}

async function removeOne(command: Command): Promise<void> {
  const place = placeOf(command);
  if (textOption(command, 'confirm') !== idOf(place))
    throw new Failure(`--confirm must be ${idOf(place)}, the ID of what is removed; nothing was removed`, 2);
  const removal = { removalId: newId(randomBytes), by: commandLine() };
  const { records } = await inStore(command, (store) =>
    explained(
      place,
      writeAudited(
        store,
        (writer) => removePlace(writer, place, removal),
        (removed) => [auditEvent('remove', place, { records: removed.records })],
      ),
    ),
  );
  note(
    `${formatGrant(place)} is removed, with ${records} records. Within ${restorableDays} days, newsstand project restore ${removal.removalId} brings it back.`,
  );
}

async function listRemoved(command: Command): Promise<void> {
  const all = await inStore(command, (store) => store.read((reader) => reader.removedPlaces()));
  if (isOn(command, 'json')) return printJson(all);
  if (all.length === 0) return note('Nothing was removed lately.');
  const rows = all.map(({ removalId, place, name = '', removedAt, removedBy, records }) => [
    ...[removalId, formatGrant(place), name, formatMinute(removedAt), removedBy, `${records}`],
  ]);
  await print(formatTable(['REMOVAL', 'PLACE', 'NAME', 'REMOVED', 'BY', 'RECORDS'], rows));
}

async function restoreOne(command: Command): Promise<void> {
  const [removalId = ''] = command.args;
  const as = textOption(command, 'as');
  const to = await inStore(command, async (store) => {
    const all = await store.read((reader) => reader.removedPlaces());
    const removed = all.find((each) => each.removalId === removalId);
    if (removed === undefined)
      throw new Failure(`there is no removal ${removalId}; newsstand project removed lists what there is`);
    const target = as === undefined ? removed.place : withId(removed.place, newIdOf(as));
    await explained(
      target,
      writeAudited(
        store,
        (writer) => restorePlace(writer, removed, target),
        () => [auditEvent('restore', target)],
        { isCopy: true },
      ),
    );
    return target;
  });
  note(`${formatGrant(to)} is restored.`);
}

async function explained<T>(place: Place, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NoSuchPlace)
      throw new Failure('there is no such place; newsstand project list shows what there is');
    if (error instanceof PlaceTaken)
      throw new Failure(`${formatGrant(place)} is already in use; choose another ID`);
    if (error instanceof IntegrityError)
      throw new Failure(
        'it needs categories, tags or media of its space that are no longer there; restore these first',
      );
    throw error;
  }
}
