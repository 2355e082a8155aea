import type { Credential } from './Credential.ts';
import type { Instance, RecordKey } from './StoredRecord.ts';

/** Somebody who has an item open. */
export type Presence = {
  readonly operatorId: string;
  readonly isEditing: boolean;
  /** Since when without a break. */
  readonly since: number;
  readonly seenAt: number;
};

/** What owners have set for an instance. */
export type InstanceSettings = {
  /** The address of a page that previews an item, with placeholders. */
  readonly previewUrl?: string | undefined;
};

/** Who is at work on what, preview links, and the settings of instances. Only links are in the change log and in mirrors. */
export interface EditingReader {
  /** Those who have been seen at an item since a given time. */
  presences(key: RecordKey, since: number): Promise<readonly Presence[]>;
  /** The preview links to an item, in any state. */
  linksTo(item: RecordKey): Promise<readonly Credential[]>;
  /** The preview links that expired before a given time, the earliest first. */
  expiredLinks(before: number, most: number): Promise<readonly Credential[]>;
  instanceSettings(instance: Instance): Promise<InstanceSettings>;
}

/** The part of a transaction that writes it. */
export interface EditingWriter {
  /** Replaces what was known of this operator at the item, and forgets everybody who was last seen before `forget`. */
  putPresence(key: RecordKey, presence: Presence, forget: number): Promise<void>;
  removePresence(key: RecordKey, operatorId: string): Promise<void>;
  /** The instance must exist. */
  putInstanceSettings(instance: Instance, settings: InstanceSettings): Promise<void>;
}
