/** The store cannot be used: the message says why, and what to do. */
export class StoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
  }
}

/** The server of the store cannot be reached for now. */
export class StoreUnreachableError extends StoreError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnreachableError';
  }
}

/** The disk of the store is full. */
export class StoreFullError extends StoreError {
  /** How much room there is, for people; undefined if that is known only elsewhere. */
  readonly room: string | undefined;

  constructor(message: string, room: string | undefined, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFullError';
    this.room = room;
  }
}

/** There is no store, and it must not be created. */
export class NoStoreError extends StoreError {
  constructor(place: string) {
    super(
      `there is no store in ${place}; check the path, or create one with newsstand serve or newsstand import`,
    );
    this.name = 'NoStoreError';
  }
}

/**
 * The files of the store were replaced or removed while this process had them open: what it writes now would be lost.
 * `isUncertain`: that was detected only after a commit, which the files on disk may or may not contain.
 */
export class StoreReplacedError extends StoreError {
  readonly what: string;
  readonly isUncertain: boolean;

  constructor(what: string, isUncertain = false) {
    const end = isUncertain
      ? 'The last change may be lost: restart everything that uses the store, and check for it'
      : 'Nothing more is written to it: restart everything that uses it';
    super(`${what} while it was in use. ${end}`);
    this.name = 'StoreReplacedError';
    this.what = what;
    this.isUncertain = isUncertain;
  }
}

/** A newer version has migrated the store while this process had it open. What this one wrote would break its rules. */
export class StoreUpgradedError extends StoreError {
  constructor(found: number, known: number) {
    super(
      `the store was upgraded by a newer version (schema ${found}; this one supports up to ${known}); upgrade this node and restart it`,
    );
    this.name = 'StoreUpgradedError';
  }
}
