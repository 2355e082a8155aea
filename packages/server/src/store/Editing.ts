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

/** Who is at work on what, and the settings of instances. They are in no change log and no mirror. */
export interface EditingReader {
  /** Those who have been seen at an item since a given time. */
  presences(key: RecordKey, since: number): Promise<readonly Presence[]>;
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
