import { expect } from 'bun:test';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { closedSchemas } from '../closedSchemas.ts';

/** Credentials for the headers. */
export type Keys = { readonly key: string; readonly secret: string };

/** A response, with its body parsed if it is JSON. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
};

/** The parts of a body that tests use, after the schema was checked. */
export type Body = {
  readonly totalCount: number;
  readonly currentPage: number;
  readonly list: readonly Resource[];
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly parameter: string; readonly message: string }[];
} & Resource;

export type Resource = {
  readonly contentId: string;
  readonly mediaId: string;
  readonly categoryId: string;
  readonly tagId: string;
  readonly name: string;
  readonly alias?: string;
  readonly status: string;
  readonly category?: { readonly categoryId: string; readonly name: string; readonly alias?: string };
  readonly tags?: readonly { readonly tagId: string; readonly name: string; readonly alias?: string }[];
  readonly values: {
    readonly title: string;
    readonly thumbnail: { readonly mediaId: string; readonly media?: Resource };
    readonly image: { readonly mediaId: string; readonly media?: Resource };
  };
  readonly accessUrl: string;
  readonly originalUrl: string;
  readonly thumbnailAccessUrl: string;
  readonly fileSize: number;
  readonly meta: { readonly ext: string; readonly mimetype: string };
};

export type AskOptions = {
  readonly keys?: Keys | undefined;
  readonly method?: string;
  readonly headers?: Record<string, string>;
};

type Documented = {
  readonly paths: Record<string, { get: { responses: Record<string, Described> } }>;
  readonly components: { readonly responses: Record<string, Described> };
};
type Described = { $ref?: string; content?: Record<string, { schema: { $ref: string } }>; headers?: object };

/** A reader that checks every response against the service's own OpenAPI document, and allows no unknown member. */
export async function checkedReader(url: string) {
  const document: Documented = JSON.parse(await (await fetch(`${url}/openapi.json`)).text());
  const validatorOf = validatorsOf(document);

  /** Sends a request, and checks status, type, headers and body of the response against the document. */
  return async function ask(
    path: string,
    { keys, method = 'GET', headers }: AskOptions = {},
  ): Promise<Answer> {
    const credentials = keys && { 'x-svc-ac-api-key': keys.key, 'x-svc-ac-api-secret': keys.secret };
    const response = await fetch(url + path, { method, headers: { ...credentials, ...headers } });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const body = type.includes('json') && text !== '' ? JSON.parse(text) : undefined;
    const reference = schemaOf(document, path, response.status, type, method);
    if (reference !== undefined && body !== undefined) {
      const validate = validatorOf(reference);
      expect([path, validate(body), validate.errors]).toEqual([path, true, null]);
    }
    expect(response.headers.get('x-request-id')).toBeTruthy();
    return { status: response.status, headers: response.headers, text, body };
  };
}

type Validators = (reference: string) => ValidateFunction;
const known = new Map<string, Validators>();

/** Compiled schemas, because compiling is slow and all services have the same ones. */
function validatorsOf(document: Documented): Validators {
  const name = JSON.stringify(document.components);
  const validators = known.get(name) ?? compileSchemas(document);
  known.set(name, validators);
  return validators;
}

function compileSchemas(document: Documented): Validators {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('int64', { type: 'number', validate: (value: number) => Number.isSafeInteger(value) });
  ajv.addSchema(closedSchemas(document), 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  return (reference) => {
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: `openapi${reference}` });
    compiled.set(reference, validate);
    return validate;
  };
}

/** The schema of a response in the document; throws if the document does not have such a response. */
function schemaOf(
  document: Documented,
  path: string,
  status: number,
  type: string,
  method: string,
): string | undefined {
  if (status === 304 || status === 204) return undefined;
  const template = templateOf(document, path.split('?')[0] ?? '');
  if (template === undefined || (method !== 'GET' && method !== 'HEAD')) {
    if (status >= 400) expect(type).toBe('application/problem+json');
    return status >= 400 ? '#/components/schemas/Problem' : undefined;
  }
  const described = document.paths[template]?.get.responses[status];
  const name = described?.$ref?.split('/').at(-1);
  const response = name === undefined ? described : document.components.responses[name];
  expect([path, status, Object.keys(response?.content ?? {})]).toEqual([path, status, [type]]);
  return response?.content?.[type]?.schema.$ref;
}

function templateOf(document: Documented, path: string): string | undefined {
  return Object.keys(document.paths).find((template) => {
    const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
}
