import { isObject } from '@newsstand/contract';
import type { DownloadOptions } from '../Importer.ts';
import { ApiError, type ApiResponse, createApiClient, shown } from '../shared/api/createApiClient.ts';
import { readAll, writeResponse } from '../shared/api/readAll.ts';

/** Downloads an API of microCMS: all contents of a list, or the one of an object API. */
export async function* downloadApi(options: DownloadOptions): AsyncGenerator<string> {
  const { address, secret, fetch, wait, onProgress } = options;
  if (secret === undefined)
    throw new ApiError(
      'microCMS needs an API key, in MICROCMS_API_KEY or in the file of --secret-file; it is shown under API keys of the service',
    );
  const client = createApiClient({ address, headers: { 'x-microcms-api-key': secret }, fetch, wait });
  const first = await client.get(new URL(address));
  checkResponse(first);
  if (!isList(first.value)) return yield JSON.stringify(first.value);
  const read = async (offset: number, size: number) => {
    const url = new URL(address);
    // What the operator typed stays, such as filters. The oldest first, so that what is new comes last.
    const query = { orders: 'createdAt', limit: String(size), offset: String(offset) };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await client.get(url);
    checkResponse(response);
    const { contents, totalCount } = isList(response.value)
      ? response.value
      : { contents: [], totalCount: 0 };
    return { elements: contents, total: typeof totalCount === 'number' ? totalCount : undefined };
  };
  yield* writeResponse(
    readAll(read, (done, total) => onProgress('contents', done, total)),
    'contents',
    (totalCount) => ({ totalCount }),
  );
}

type List = { readonly contents: readonly unknown[]; readonly totalCount?: unknown };

function isList(value: unknown): value is List {
  return isObject(value) && Array.isArray(value['contents']);
}

function checkResponse({ status, value, url }: ApiResponse): void {
  if (status === 200 && isObject(value)) return;
  const told =
    isObject(value) && typeof value['message'] === 'string' ? `: ${value['message'].slice(0, 200)}` : '';
  const place = shown(new URL(url));
  if (status === 401 || status === 403)
    throw new ApiError(`microCMS refuses the API key for ${place}${told}; it must allow GET for this API`, {
      status,
    });
  if (status === 404)
    throw new ApiError(
      `there is no API at ${place}${told}; a URL looks like https://SERVICE.microcms.io/api/v1/blogs`,
      { status },
    );
  // A response may have 5 MB at most.
  throw new ApiError(`cannot read ${place}: status ${status}${told}`, {
    status,
    isLarge: status === 400 || status >= 500,
  });
}
