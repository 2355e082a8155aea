/** Every limit that the interface or the service sets. */
export const limits = {
  pageSize: { min: 1, max: 99, default: 20 },
  page: { min: 1, max: Number.MAX_SAFE_INTEGER, default: 1 },
  searchCharacters: { min: 1, max: 100 },
  /** The maximum number of faults in one 400 response. */
  queryFaults: 20,
  shareTextCharacters: 140,
  idCharacters: 128,
  aliasCharacters: 255,
  /** Names, titles and what else is one line, and web addresses, in content that comes in. */
  nameCharacters: 1000,
  addressCharacters: 8192,
  /** The elements of any list of an item that comes in, such as its tags. */
  listElements: 1000,
  /** The operations of a picture: of each type one, and there are fewer types. */
  operations: 100,
  /** The files of an asset package. */
  assets: 2000,
  /** Texts about a media file. */
  altCharacters: 2000,
  creditCharacters: 500,
  rightsCharacters: 2000,
  /** The labels of a media file, and the length of one. */
  labels: 50,
  labelCharacters: 60,
  /** How many of all labels a list of media names. */
  listedLabels: 1000,
  /** The range of a JavaScript Date, in milliseconds since the Unix epoch. */
  timestamp: { min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 },
  bodyDepth: 100,
  /** The members and elements of one incoming JSON document, over all levels. */
  documentValues: 100_000,
  /** How deeply the brackets of such a document may be nested; a body has a little less. */
  documentDepth: 128,
  urlBytes: 8 * 1024,
  /** All header lines of a request in total. */
  headerBytes: 16 * 1024,
  maxAgeSeconds: 60,
  importLineBytes: 16 * 1024 * 1024,
  /** All documents that one batch changes, in total: they are one transaction. */
  batchCharacters: 64 * 1024 * 1024,
  /** How long whoever handed an account over may still be able to act as its holder: four eyes count these two as one. */
  handoverDays: 7,
} as const;
