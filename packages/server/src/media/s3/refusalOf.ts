import { MediaUnavailable } from '../MediaUnavailable.ts';

/** What answers with these is worth asking again. */
const passing = new Set([408, 429, 500, 502, 503, 504]);

/** Why S3 does not send an object; undefined where there is none of this key, and that for sure. */
export async function refusalOf(response: Response): Promise<MediaUnavailable | undefined> {
  const { status } = response;
  const code = await codeOf(response);
  // Anything between here and S3 may say 404: only S3 itself knows what it does not have.
  if (status === 404 && code === 'NoSuchKey') return undefined;
  return new MediaUnavailable(
    `S3 answers ${status}${code === undefined ? '' : ` (${code})`}`,
    passing.has(status) ? 'passing' : 'lasting',
  );
}

const longestText = 4096;

/** The code in the XML that S3 explains itself with, which is short. */
async function codeOf({ body }: Response): Promise<string | undefined> {
  let text = '';
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  while (reader !== undefined && text.length < longestText) {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (value === undefined) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel().catch(() => {});
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1];
}
