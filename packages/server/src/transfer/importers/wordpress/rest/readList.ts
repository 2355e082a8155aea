import { isObject } from '@newsstand/contract';
import { type ApiClient, ApiError, type ApiResponse, shown } from '../../shared/api/createApiClient.ts';
import { readAll } from '../../shared/api/readAll.ts';

/** Reads a whole list of the API, by ID. Returns how many elements were not sent, although the site counts them. */
export function readList(
  client: ApiClient,
  list: URL,
  onProgress?: (done: number, total: number) => void,
): AsyncGenerator<unknown, number> {
  return readAll(async (offset, size) => {
    const url = new URL(list);
    const query = { per_page: size, offset, orderby: 'id', order: 'asc' };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const response = await client.get(url);
    if (response.status !== 200 || !Array.isArray(response.value)) throw refusal(url, response);
    const total = response.header('x-wp-total') ?? '';
    return { elements: response.value, total: /^\d+$/.test(total) ? Number(total) : undefined };
  }, onProgress);
}

/** Whether fewer elements may be answered: the site says so, or gave up on so many. */
function isTooMuch({ status, value }: ApiResponse): boolean {
  const data = isObject(value) ? value['data'] : undefined;
  const params = isObject(data) ? data['params'] : undefined;
  return status >= 500 || (status === 400 && isObject(params) && 'per_page' in params);
}

/** What WordPress answers to users who may not edit. */
const forbidden: readonly unknown[] = [
  'rest_forbidden_context',
  'rest_forbidden_status',
  'rest_invalid_param',
];

function refusal(url: URL, response: ApiResponse): ApiError {
  const { status, value, text } = response;
  const { code, message } = isObject(value) ? value : {};
  const told = typeof code === 'string' ? `${code}: ${String(message).slice(0, 200)}` : undefined;
  const why = told ?? (/^\s*</.test(text) ? 'it sends a web page, not JSON' : 'it sends no list');
  const hint = forbidden.includes(code) ? '; the user needs the role of an editor or administrator' : '';
  const isLarge = isTooMuch(response);
  return new ApiError(`cannot read ${shown(url)}: status ${status}, ${why}${hint}`, { status, isLarge });
}
