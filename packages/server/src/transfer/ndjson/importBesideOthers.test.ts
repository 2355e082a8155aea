import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realPicture } from '../../media/testing/realFiles.ts';
import { openSqlite } from '../../store/sqlite/openSqlite.ts';
import { everything } from '../../store/testing/suite/samples.ts';
import { allLines, lines, openImportStore } from '../testing/importing.ts';
import { readLines } from './readLines.ts';

const { category, tag } = lines;
const { projectId } = tag;

test('others can write while a source is read', async () => {
  await using fixture = await openImportStore();
  await using other = await openOther(fixture.folder);
  async function* slow() {
    yield new TextEncoder().encode(`${JSON.stringify(tag)}\n`);
    await other.store.write(async (writer) => writer.putSpace({ projectId, spaceId: 'meanwhile' }));
    yield new TextEncoder().encode(JSON.stringify(category));
  }
  const sources = [{ name: 'x', folder: undefined, batches: readLines(slow()) }];
  expect(await fixture.run([], { sources })).toMatchObject({ lines: 2, created: 2 });
  expect((await everything(fixture.store)).spaces).toHaveLength(2);
});

/** The same store as opened by another process, without waiting for locks. */
async function openOther(folder: string) {
  const store = await openSqlite(join(folder, 'store.db'), { patience: 0 });
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

test('sources are opened one after the other', async () => {
  await using fixture = await openImportStore();
  const events: string[] = [];
  const watched = (name: string, line: object) => ({
    name,
    folder: undefined,
    batches: readLines(
      (async function* () {
        events.push(`${name} opened`);
        yield new TextEncoder().encode(JSON.stringify(line));
        events.push(`${name} read`);
      })(),
    ),
  });
  await fixture.run([], { sources: [watched('a', tag), watched('b', category)] });
  expect(events).toEqual(['a opened', 'a read', 'b opened', 'b read']);
});

test('a killed process leaves everything unchanged', async () => {
  await using fixture = await openImportStore();
  await fixture.run(allLines);
  const before = await everything(fixture.store);
  writeFileSync(join(fixture.folder, 'picture'), realPicture('jpg'));
  const program = join(import.meta.dir, '../testing/killedImport.ts');
  const killed = Bun.spawn([process.execPath, program, fixture.folder, 'picture'], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  expect(new TextDecoder().decode((await killed.stdout.getReader().read()).value)).toBe('importing\n');
  await using other = await openOther(fixture.folder);
  const locked = other.store.write(async (writer) => writer.putSpace({ projectId, spaceId: 'x' }));
  await expect(locked).rejects.toThrow('is locked');
  killed.kill('SIGKILL');
  await killed.exited;
  expect(await everything(fixture.store)).toEqual(before);
  expect(readdirSync(join(fixture.folder, 'kept'))).toEqual(['incoming']);
  expect(readdirSync(join(fixture.folder, 'spool'))).toEqual([]);
  expect(await fixture.run([{ ...tag, name: 'After' }])).toMatchObject({ updated: 1 });
});
