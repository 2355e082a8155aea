import type { Kind } from '@newsstand/contract';
import type { Role, RoleGrant } from '@newsstand/contract/manage';
import type { AuditReader, AuditWriter } from './Audit.ts';
import type { Credential } from './Credential.ts';
import type { MailReader, MailWriter } from './Mail.ts';
import type { PlaceReader } from './Place.ts';
import type { ProposalReader, ProposalWriter } from './Proposal.ts';
import type { SavedView } from './SavedView.ts';
import type { Instance, RecordKey, Scope, StoredRecord } from './StoredRecord.ts';
import type { WebhookReader, WebhookWriter } from './Webhook.ts';

export type { AuditEntry, AuditQuery } from './Audit.ts';

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
  /** Whether nobody can publish alone; undefined for false. */
  readonly fourEyes?: true | undefined;
  /** The media ID of the picture that news get when they are published without one. The media may be gone. */
  readonly defaultPicture?: string | undefined;
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
  /** The views that the operators of an instance share. */
  savedViews(instance: Instance): Promise<readonly SavedView[]>;
}

/** The part of a transaction that writes it. */
export interface EditingWriter {
  /** Replaces what was known of this operator at the item, and forgets everybody who was last seen before `forget`. */
  putPresence(key: RecordKey, presence: Presence, forget: number): Promise<void>;
  removePresence(key: RecordKey, operatorId: string): Promise<void>;
  /** The instance must exist. */
  putInstanceSettings(instance: Instance, settings: InstanceSettings): Promise<void>;
  /** Replaces all views of an instance, which must exist. */
  putSavedViews(instance: Instance, views: readonly SavedView[]): Promise<void>;
}

/** A role that an operator has. */
export type HeldRole = RoleGrant & {
  /** The OpenID Connect provider whose claims give it, until the next sign-in; undefined if it was given by hand. */
  readonly provider?: string | undefined;
  /** Who gave it by hand; undefined for roles of earlier versions, and if they were removed since. */
  readonly givenBy?: string | undefined;
  readonly givenAt?: number | undefined;
};

/** A person who manages content. */
export type Operator = {
  readonly operatorId: string;
  readonly name: string;
  readonly roles: readonly HeldRole[];
  /** In the format of `Bun.password`; undefined until an invitation was accepted. */
  readonly passwordHash?: string | undefined;
  readonly createdAt: number;
  /** Where mails go: an address whose holder has confirmed it, or that the operator of the machine has set. */
  readonly email?: string | undefined;
  /** An address that waits for its link to be followed. Of the token in the link, only the SHA-256 is stored. */
  readonly unconfirmedEmail?:
    | { readonly address: string; readonly sha256: string; readonly expiresAt: number }
    | undefined;
  /** Whether they get mails about reviews; unless set, they do. */
  readonly reviewMail?: boolean | undefined;
  /** The language of their mails, as in `ja`. */
  readonly language?: string | undefined;
};

/** A session, token, invitation or pending sign-in. Only the SHA-256 of its secret is stored. */
export type AuthToken = {
  readonly sha256: string;
  /**
   * `session`: a browser that is signed in. `token`: a script. `invitation`: a link that sets a password, once.
   * `pending`: a browser that has passed the first factor only, and may do nothing but the next step of signing in.
   * `challenge`: one that was answered by a passkey, and so must not be answered again.
   * `provider`: a browser that has gone to a provider to sign in. `logout`: a logout token, which must not be used again.
   * `breakGlass`: a link of the command line that signs in whatever the policy says, once.
   */
  readonly type:
    | 'session'
    | 'token'
    | 'invitation'
    | 'pending'
    | 'challenge'
    | 'provider'
    | 'logout'
    | 'breakGlass';
  /** Undefined for the invitation that creates the first owner. */
  readonly operatorId?: string | undefined;
  /** Identifies it without its secret, as in a list of tokens. */
  readonly id: string;
  readonly name?: string | undefined;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly lastUsedAt?: number | undefined;
  /** What a token may do at most, of what its operator may do; undefined for everything. */
  readonly scopes?: readonly RoleGrant[] | undefined;
  /** Of a session: the browser, the IP address at sign-in and the one of its last use. */
  readonly userAgent?: string | undefined;
  readonly address?: string | undefined;
  readonly lastAddress?: string | undefined;
  /** By which methods a session or pending sign-in was opened, in this order; undefined before this was noted. */
  readonly methods?: readonly string[] | undefined;
  /** Whether those methods are two factors. */
  readonly isTwoFactor?: boolean | undefined;
  /** When the holder of a session last proved who they are, as before a change of factors. */
  readonly confirmedAt?: number | undefined;
  /** Of a session that a provider has opened, or of a pending sign-in. */
  readonly providerSession?: ProviderSession | undefined;
  /** Of a browser that has gone to a provider. */
  readonly providerSignIn?: ProviderSignIn | undefined;
};

/** The session at an OpenID Connect provider from which one here has come. */
export type ProviderSession = {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** The provider's own name for its session. */
  readonly sid?: string | undefined;
  /** What the provider wants to see when the operator signs out there. */
  readonly idToken?: string | undefined;
};

/** What a browser has gone to a provider for: to sign in, to accept an invitation, or to link an identity. */
export type ProviderSignIn = {
  readonly provider: string;
  /** The path of the console to return to. */
  readonly returnTo?: string | undefined;
  /** The invitation to accept. */
  readonly invitationSha256?: string | undefined;
  /** The session from which an identity is linked. */
  readonly sessionSha256?: string | undefined;
};

/** Something besides a password that shows who an operator is. */
export type Factor = Passkey | AuthenticatorApp | RecoveryCode | ProviderIdentity;

type FactorOwner = {
  /** For a passkey, the ID of its credential; for a recovery code, its hash; for an identity, that of issuer and subject. */
  readonly factorId: string;
  readonly operatorId: string;
  readonly createdAt: number;
};

/** A passkey (WebAuthn). */
export type Passkey = FactorOwner & {
  readonly type: 'passkey';
  /** What its operator calls it. */
  readonly name: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** How often it was used, as it says itself; 0 if it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly lastUsedAt?: number | undefined;
};

/** An app that shows one-time codes (TOTP). */
export type AuthenticatorApp = FactorOwner & {
  readonly type: 'totp';
  /** In base32. */
  readonly secret: string;
  /** The time step of the last code that was used: neither it nor an earlier one is accepted again. */
  readonly lastStep: number;
};

/** Who an operator is at an OpenID Connect provider. Nobody is found by anything but issuer and subject. */
export type ProviderIdentity = FactorOwner & {
  readonly type: 'identity';
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** How it is shown, such as an e-mail address. */
  readonly name: string;
  readonly lastUsedAt?: number | undefined;
};

/** A recovery code that was not used yet. Its hash is its ID. */
export type RecoveryCode = FactorOwner & { readonly type: 'recovery' };

/** What owners of all projects demand of those who sign in. */
export type AccessPolicy = {
  /** Whoever has one of these roles anywhere needs a second factor. */
  readonly secondFactorRoles: readonly Role[];
  /** Whether operators may sign in with passwords; undefined if they may. */
  readonly passwords?: boolean | undefined;
};

/** A past version of a record, from before it was changed or removed. */
export type Version = {
  /** Counts from 1 for each record; the current version has the next number. */
  readonly number: number;
  readonly record: StoredRecord;
  readonly replacedAt: number;
  readonly replacedBy: string;
  /** It was removed then, rather than changed. */
  readonly wasRemoved: boolean;
};

/** Selects past versions. Omitted members do not restrict it. */
export type VersionsQuery = { readonly kind?: Kind | undefined; readonly scope?: Scope | undefined };

/** How often a key was used on a day. `day` counts from 1970-01-01, UTC. */
export type KeyUsage = {
  readonly key: string;
  readonly day: number;
  readonly requests: number;
  readonly lastUsedAt: number;
};

/** Who changed a record last, and when. */
export type LastChange = { readonly changedAt: number; readonly changedBy: string };

/** A record, and who changed it last. */
export type ChangedRecord = LastChange & { readonly key: RecordKey };

/** What the last import from another system has brought of a record, as a digest. It is known even after the record was removed. */
export type Imported = { readonly key: RecordKey; readonly digest: string };

/** The latest changes of a scope; only those by somebody if `by` is given. */
export type LastChangesQuery = {
  readonly scope: Scope;
  readonly by?: string | undefined;
  readonly most: number;
};

/** Operators, tokens, factors, the access policy, versions, audit entries, key usage, webhooks and mails. They are in no change log and no mirror. */
export interface AdminReader
  extends PlaceReader,
    WebhookReader,
    MailReader,
    EditingReader,
    ProposalReader,
    AuditReader {
  /** Grows whenever a store is copied or restored: a place for backups refuses a store that another one has followed. */
  generation(): Promise<number>;
  operators(): Promise<readonly Operator[]>;
  operator(operatorId: string): Promise<Operator | undefined>;
  authToken(sha256: string): Promise<AuthToken | undefined>;
  factor(factorId: string): Promise<Factor | undefined>;
  /** The factors of an operator, the oldest first. */
  factors(operatorId: string): Promise<readonly Factor[]>;
  accessPolicy(): Promise<AccessPolicy>;
  /** All tokens of an operator; for undefined, the invitations for the first owner. */
  authTokens(operatorId: string | undefined): Promise<readonly AuthToken[]>;
  /** The past versions of a record, the newest first: at most `most`, and only those before a number; even if it was removed. */
  versions(key: RecordKey, most?: number, before?: number): Promise<readonly Version[]>;
  /** The last versions of removed records, the latest removal first. */
  removed(scope: Scope, most: number): AsyncIterable<Version>;
  /** The records that embed a category, tag or media, or name a media in their body: how many, and the first of them. */
  uses(
    target: RecordKey,
    most: number,
  ): Promise<{ readonly total: number; readonly keys: readonly RecordKey[] }>;
  /** Who changed each of these records last; undefined if that is not known, as for records older than this was noted. */
  lastChanges(keys: readonly RecordKey[]): Promise<readonly (LastChange | undefined)[]>;
  /** The news and banners that were changed last, the latest first. */
  changedLast(query: LastChangesQuery): Promise<readonly ChangedRecord[]>;
  /** The IDs of the records of a shelf that somebody changed last. */
  idsChangedBy(shelf: Omit<RecordKey, 'id'>, by: string): Promise<readonly string[]>;
  /** What the last import from another system has brought of each of these records, removed or not; undefined if none has. */
  imported(keys: readonly RecordKey[]): Promise<readonly (string | undefined)[]>;
  /** All of it in a scope, in an order that every engine preserves. */
  allImported(scope?: Scope): AsyncIterable<readonly Imported[]>;
  /** The usage of all keys on a day; for keys not used on that day, their latest usage before. */
  keyUsage(day: number): Promise<readonly KeyUsage[]>;
  /**
   * For a copy of the store: all versions and days of usage, in an order that every engine preserves. Only versions of
   * one kind, or in one scope, if one is given.
   */
  allVersions(of?: VersionsQuery): AsyncIterable<readonly Version[]>;
  allKeyUsage(): AsyncIterable<readonly KeyUsage[]>;
}

/** The part of a transaction that writes it. */
export interface AdminWriter extends WebhookWriter, MailWriter, EditingWriter, ProposalWriter, AuditWriter {
  putGeneration(generation: number): Promise<void>;
  putOperator(operator: Operator): Promise<void>;
  /** With all their tokens and factors. False if there was none. */
  removeOperator(operatorId: string): Promise<boolean>;
  putAuthToken(authToken: AuthToken): Promise<void>;
  /** False if there was none. */
  removeAuthToken(sha256: string): Promise<boolean>;
  /** Removes the tokens that had expired by then. */
  removeExpiredAuthTokens(now: number): Promise<void>;
  putFactor(factor: Factor): Promise<void>;
  /** False if there was none. */
  removeFactor(factorId: string): Promise<boolean>;
  putAccessPolicy(policy: AccessPolicy): Promise<void>;
  /** Adds to the counts of a key and day. */
  addKeyUsage(usages: readonly KeyUsage[]): Promise<void>;
  /** Copies versions of another store unchanged. Their spaces must exist. */
  putVersions(versions: readonly Version[]): Promise<void>;
  /** Copies who changed records last from another store. */
  putLastChanges(changes: readonly ChangedRecord[]): Promise<void>;
  /** Replaces what is known of these records. */
  putImported(imported: readonly Imported[]): Promise<void>;
  /** Deletes versions of a record, by number, for good. */
  removeVersions(key: RecordKey, numbers: readonly number[]): Promise<void>;
}
