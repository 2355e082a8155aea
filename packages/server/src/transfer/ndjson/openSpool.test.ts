import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openSpool, type SpooledLine } from './openSpool.ts';

function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  return work(folder).finally(() => rmSync(folder, { recursive: true }));
}

function tagLine(line: number, name: string): SpooledLine {
  const tag = { kind: 'tag', projectId: 'p', spaceId: 's', tagId: 't', name } as const;
  return { origin: { source: 0, line }, action: { type: 'put', line: tag } };
}

test('returns what was appended, in order, for any text', async () => {
  await inFolder((folder) =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.string({ unit: 'binary' }))), async (batches) => {
        await using spool = await openSpool(folder);
        const lines = batches.map((names) => names.map((name, index) => tagLine(index, name)));
        for (const batch of lines) await spool.append(batch);
        expect((await Array.fromAsync(spool.read())).flat()).toEqual(lines.flat());
      }),
    ),
  );
});

test('handles lines longer than the read buffer', async () => {
  await inFolder(async (folder) => {
    await using spool = await openSpool(folder);
    const lines = [tagLine(1, 'あ'.repeat(1_000_000)), tagLine(2, 'b')];
    await spool.append(lines);
    expect((await Array.fromAsync(spool.read())).flat()).toEqual(lines);
  });
});

test('leaves no visible file, even while it is in use', async () => {
  await inFolder(async (folder) => {
    await using spool = await openSpool(join(folder, 'new'));
    await spool.append([tagLine(1, 'a')]);
    expect(readdirSync(join(folder, 'new'))).toEqual([]);
  });
});

test('says where it cannot be created', async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'file'), '');
    const place = join(folder, 'file', 'x');
    await expect(openSpool(place)).rejects.toThrow(`cannot store the checked lines in ${place}: `);
  });
});
