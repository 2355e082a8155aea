/** Which media are shown; empty texts mean no filter. */
export type MediaQuery = {
  readonly search: string;
  readonly type: string;
  readonly label: string;
  /** `missing`: only pictures without an alternative text. */
  readonly alt: string;
  readonly sort: string;
  readonly page: number;
};

/** The default query: newest first. */
export const firstMedia: MediaQuery = {
  ...{ search: '', type: '', label: '', alt: '' },
  sort: 'createdAt:desc',
  page: 1,
};

/** Reads the query from an address; invalid parts are ignored. */
export function readMediaQuery(params: URLSearchParams): MediaQuery {
  const type = params.get('type') ?? '';
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page') ?? 1);
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    type: type === 'image' || type === 'video' ? type : '',
    label: (params.get('label') ?? '').slice(0, 60),
    alt: params.get('alt') === 'missing' ? 'missing' : '',
    sort: /^(createdAt|name|fileSize|type):(asc|desc)$/.test(sort) ? sort : firstMedia.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The query of an address; defaults are left out. */
export function writeMediaQuery(query: MediaQuery): URLSearchParams {
  const defaults: Readonly<Record<string, unknown>> = firstMedia;
  const params = Object.entries(query).flatMap(([name, value]) =>
    value === defaults[name] ? [] : [[name, `${value}`]],
  );
  return new URLSearchParams(params);
}
