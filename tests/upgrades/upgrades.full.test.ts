import { afterAll, beforeAll, describe, test } from 'bun:test';
import { type Postgres, startPostgres } from '../startPostgres.ts';
import { checkAnswers, checkService } from './checkService.ts';
import { serve } from './fixture.ts';
import { fixtureNames, hasPostgres, type Old, withPostgres, withSqlite } from './oldStores.ts';

/** Of development versions, only the first and the last are served. */
const served = fixtureNames.filter((name) => /^\d|^schema[15]$/.test(name));

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

for (const name of served) {
  describe(`a store of ${name}`, () => {
    if (name !== '1.0.0') test('on SQLite delivers what it did', () => withSqlite(name, checkService));

    if (hasPostgres(name)) {
      test('on PostgreSQL delivers what it did', () =>
        withPostgres(name, postgres, async (old) => {
          await checkMirror(old);
          await checkService(old);
        }));
    }
  });
}

/** While the database is down, the mirror that the old program has left is all there is. */
async function checkMirror({ env, filled }: Old): Promise<void> {
  await postgres.stop();
  const service = await serve(env);
  try {
    await checkAnswers(service, filled);
  } finally {
    await service.end();
    await postgres.start();
  }
}
