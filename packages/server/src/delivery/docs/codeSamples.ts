import { type CodeSamples, operations, requestCode } from '@newsstand/contract';
import type { DocumentedOperation } from './readDocument.ts';

/** The example request of an operation, in each language that the page shows. */
export function codeSamples(serverUrl: string, path: string, operation: DocumentedOperation): CodeSamples {
  const known = operations.find(({ name }) => name === operation.operationId);
  if (known === undefined) throw new Error(`${path} is not an operation of the contract`);
  const examples = operation.parameters.map(({ name, example }) => [name, String(example)]);
  // The documented response includes them.
  const included = ['includeCategory', 'includeTags'].filter((name) =>
    operation.parameters.some((parameter) => parameter.name === name),
  );
  return requestCode({
    url: serverUrl.replace(/\/$/, ''),
    operation: known,
    path: Object.fromEntries(examples),
    query: Object.fromEntries(included.map((name) => [name, 'true'])),
  });
}
