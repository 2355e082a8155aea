import type { KeyUsage } from '../store/Admin.ts';

/** What was counted of a key since it was last drained. */
export type KeyUse = { requests: number; lastUsedAt: number };

/** Counts how often keys are used. */
export type KeyUses = {
  /** Where the uses of a key are counted: whoever has proven to hold it adds to that by itself. */
  of(key: string): KeyUse;
  /** What was counted since the last time. */
  drain(): readonly KeyUsage[];
};

const dayMilliseconds = 86_400_000;

/** Makes the counter. There is one place for each key that was ever right, and there are few of them. */
export function createKeyUses(): KeyUses {
  const uses = new Map<string, KeyUse>();
  return {
    of(key) {
      const known = uses.get(key);
      if (known !== undefined) return known;
      const use = { requests: 0, lastUsedAt: 0 };
      uses.set(key, use);
      return use;
    },
    drain() {
      const drained: KeyUsage[] = [];
      for (const [key, use] of uses) {
        const { requests, lastUsedAt } = use;
        if (requests === 0) continue;
        drained.push({ key, day: Math.floor(lastUsedAt / dayMilliseconds), requests, lastUsedAt });
        use.requests = 0;
      }
      return drained;
    },
  };
}
