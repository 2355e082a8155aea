import { expect, setDefaultTimeout, test } from 'bun:test';
import { lintOpenApi } from '../../../tests/lintOpenApi.ts';
import { manageOpenApi } from './manage/manageOpenApi.ts';
import { openApiDocument } from './openapi.ts';

// The first run installs the linter.
setDefaultTimeout(600_000);

test.each([
  ['public', openApiDocument],
  ['manage', manageOpenApi],
])('redocly finds no error and no warning: %s', async (_, documentOf) => {
  expect(await lintOpenApi(JSON.stringify(documentOf('https://delivery.acme.test')))).toEqual([]);
});
