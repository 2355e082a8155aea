/** Where the delivery counts what it does; the management side shows it. */
export type Meter = {
  /** One answered request. */
  request(operation: string, status: number, seconds: number): void;
  /** One look into a cache. */
  cache(cache: 'view' | 'response', hit: boolean): void;
};
