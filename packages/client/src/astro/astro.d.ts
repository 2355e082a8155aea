// The parts of Astro that are used here. Users have Astro itself, whose types the published declarations refer to; this project
// does not install it, and the test of examples/astro compiles against the real ones.

declare module 'astro/zod' {
  export * from 'zod';
}

declare module 'astro/loaders' {
  export interface LoaderContext {
    collection: string;
    store: {
      get: (key: string) => { digest?: number | string | undefined } | undefined;
      set: (entry: { id: string; data: Record<string, unknown>; digest?: string }) => boolean;
      keys: () => string[];
      delete: (key: string) => void;
      has: (key: string) => boolean;
    };
    meta: {
      get: (key: string) => string | undefined;
      set: (key: string, value: string) => void;
      delete: (key: string) => void;
    };
    logger: Record<'info' | 'warn' | 'error', (message: string) => void>;
    parseData<Data extends Record<string, unknown>>(props: { id: string; data: Data }): Promise<Data>;
    generateDigest(data: Record<string, unknown> | string): string;
    watcher?: object;
  }

  export interface Loader {
    name: string;
    load: (context: LoaderContext) => Promise<void>;
  }

  export interface LiveLoader<Data, EntryFilter, CollectionFilter, Failure extends Error> {
    name: string;
    loadEntry: (context: {
      filter: EntryFilter;
    }) => Promise<{ id: string; data: Data } | undefined | { error: Failure }>;
    loadCollection: (context: {
      filter?: CollectionFilter;
    }) => Promise<{ entries: { id: string; data: Data }[] } | { error: Failure }>;
  }
}
