import { MediaUnavailable } from '../Originals.ts';

/** Statuses that are worth a retry. A success without the requested bytes is one: the object may be being replaced. */
const transientStatuses = new Set([200, 206, 408, 429, 500, 502, 503, 504]);

/** The error that a response of S3 reports; undefined if it certainly says that there is no object of this key. */
export async function readS3Error(response: Response): Promise<MediaUnavailable | undefined> {
  const { status } = response;
  const code = await readCode(response);
  // Any proxy may send a 404: only S3 itself knows which objects do not exist.
  if (status === 404 && code === 'NoSuchKey') return undefined;
  return new MediaUnavailable(
    `S3 responded with ${status}${code === undefined ? '' : ` (${code})`}`,
    transientStatuses.has(status) ? 'transient' : 'permanent',
  );
}

const maxLength = 4096;

/** The error code in the short XML document that S3 sends. */
async function readCode({ body }: Response): Promise<string | undefined> {
  let text = '';
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  while (reader !== undefined && text.length < maxLength) {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (value === undefined) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel().catch(() => {});
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1];
}
