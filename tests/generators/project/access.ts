declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

const { PUBLIC_URL = '', MANAGE_URL = '', KEY = '', SECRET = '', TOKEN = '' } = process.env;

/** What the test has created for these programs. */
export const access = {
  publicUrl: PUBLIC_URL,
  manageUrl: MANAGE_URL,
  key: KEY,
  secret: SECRET,
  token: TOKEN,
};
/** The headers of a request to the public interface. */
export const credentials = { 'x-svc-ac-api-key': KEY, 'x-svc-ac-api-secret': SECRET };
/** The headers of a request to the write interface. */
export const authorization = { authorization: `Bearer ${TOKEN}` };
