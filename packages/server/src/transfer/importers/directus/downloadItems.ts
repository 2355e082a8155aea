import { isObject } from '@newsstand/contract';
import type { DownloadOptions } from '../Importer.ts';
import { ApiError, type ApiResponse, createApiClient, shown } from '../shared/api/createApiClient.ts';
import { readAll, writeResponse } from '../shared/api/readAll.ts';

/** Downloads the items of a collection, with the items that they refer to: `https://example.com/items/posts`. */
export async function* downloadItems(options: DownloadOptions): AsyncGenerator<string> {
  const { address, secret, fetch, wait, onProgress } = options;
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const client = createApiClient({ address, headers, fetch, wait });
  const typed = new URL(address);
  const read = async (offset: number, size: number) => {
    const url = new URL(typed);
    const query = { limit: String(size), offset: String(offset), meta: 'filter_count' };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // What the operator typed stays, such as a filter.
    for (const [name, value] of [
      ['fields', '*.*.*'],
      ['sort', 'id'],
    ] as const)
      if (!typed.searchParams.has(name)) url.searchParams.set(name, value);
    const response = await client.get(url);
    const { data, meta } = isObject(response.value) ? response.value : {};
    if (response.status !== 200 || typeof data !== 'object' || data === null) throw refusal(url, response);
    const total =
      isObject(meta) && typeof meta['filter_count'] === 'number' ? meta['filter_count'] : undefined;
    // A singleton is one object.
    return Array.isArray(data) ? { elements: data, total } : { elements: [data], total: 1 };
  };
  yield* writeResponse(
    readAll(read, (done, total) => onProgress('items', done, total)),
    'data',
    (total) => ({ meta: { filter_count: total } }),
  );
}

function refusal(url: URL, { status, value }: ApiResponse): ApiError {
  const errors = isObject(value) && Array.isArray(value['errors']) ? value['errors'] : [];
  const [first] = errors.flatMap((error: unknown) =>
    isObject(error) ? String(error['message']).slice(0, 200) : [],
  );
  const hint =
    status === 401 || status === 403
      ? '; a static token of a user who may read the collection, in DIRECTUS_TOKEN or in the file of --secret-file, may help'
      : '';
  const why = first === undefined ? 'it sends no items' : first;
  return new ApiError(`cannot read ${shown(url)}: status ${status}, ${why}${hint}`, {
    status,
    isLarge: status >= 500,
  });
}
