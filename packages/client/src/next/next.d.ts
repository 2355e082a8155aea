/* What is used of Next.js, which users bring themselves: it is too large to be installed here for its types. */

declare module 'next/cache' {
  export function revalidateTag(tag: string, profile: { expire: number }): void;
}

declare module 'next/headers' {
  export function draftMode(): Promise<{ isEnabled: boolean; enable(): void; disable(): void }>;
  export function cookies(): Promise<{
    get(name: string): { value: string } | undefined;
    set(name: string, value: string, options: object): void;
    delete(name: string): void;
  }>;
}

declare module 'next/navigation' {
  export function useRouter(): { refresh(): void };
}
