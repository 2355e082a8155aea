import type { Kind } from '@newsstand/contract';
import type {
  AuditView,
  BatchResult,
  BodyFault,
  Calendar,
  CommentedWords,
  DeliveryView,
  ExplorerAnswer,
  FactorsView,
  FixedOrder,
  InstanceSettings,
  Invitation,
  IssuedKey,
  IssuedPreview,
  IssuedToken,
  IssuedWebhook,
  KeyView,
  MailChoices,
  ManagedItem,
  ManagedList,
  ManageErrorCode,
  ManageProblem,
  OpenSession,
  OperatorName,
  OperatorView,
  Overview,
  PlaceContents,
  PreviewLink,
  Project,
  ProposalDetails,
  ProposalPage,
  ProposalView,
  RecentItems,
  RemovedItem,
  RemovedPlaceView,
  Role,
  SearchResult,
  SessionView,
  SharedView,
  TokenView,
  Traffic,
  UploadState,
  Uses,
  Versions,
  WebhookView,
} from '@newsstand/contract/manage';

/** Checks that a response has the type it should have. */
export type Check<Value> = (value: unknown) => value is Value;

/** The names of the required members. */
type RequiredName<Value> = {
  [Name in keyof Value]-?: Record<never, never> extends Pick<Value, Name> ? never : Name;
}[keyof Value];

/** How a member is checked: by `typeof`, as an array, or by a check of its own. */
type MemberCheck<Value> = [Value] extends [string]
  ? 'string'
  : [Value] extends [number]
    ? 'number'
    : [Value] extends [boolean]
      ? 'boolean'
      : [Value] extends [readonly unknown[]]
        ? 'array' | Check<Value>
        : 'object' | Check<Value>;

/**
 * Written by hand, because the contract's schemas would add a validator to every page. All required members must be
 * listed with their types, so a change of the contract does not compile until it is made here too.
 */
function object<Value>(members: { readonly [Name in RequiredName<Value>]: MemberCheck<Value[Name]> }) {
  const checks = Object.entries<MemberCheck<unknown> | string>(members);
  return (value: unknown): value is Value =>
    isObject(value) && checks.every(([name, check]) => isMember(Reflect.get(value, name), check));
}

function isMember(value: unknown, check: Check<unknown> | string): boolean {
  if (typeof check === 'function') return check(value);
  if (check === 'array') return Array.isArray(value);
  return typeof value === check && value !== null;
}

function array<Value>(isValid: Check<Value>): Check<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(isValid);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const key = {
  key: 'string',
  name: 'string',
  grants: 'array',
  preview: 'boolean',
  state: 'string',
  createdAt: 'number',
  requestsToday: 'number',
} as const;
const token = { tokenId: 'string', name: 'string', createdAt: 'number' } as const;

const webhook = {
  webhookId: 'string',
  projectId: 'string',
  url: 'string',
  build: 'boolean',
  drafts: 'boolean',
  createdAt: 'number',
  pending: 'number',
} as const;

const isOperator = object<OperatorView>({
  ...{ operatorId: 'string', name: 'string', roles: 'array', createdAt: 'number' },
  ...{ hasPassword: 'boolean', hasSecondFactor: 'boolean' },
});

export const isFactors = object<FactorsView>({
  ...{ passkeys: 'array', recoveryCodes: 'number', isNeeded: 'boolean' },
});

export const isRecoveryCodes = object<{ readonly recoveryCodes: readonly string[] }>({
  recoveryCodes: 'array',
});

export const isAccessPolicy = object<{
  readonly secondFactorRoles: readonly Role[];
  readonly passwords?: boolean;
}>({ secondFactorRoles: 'array' });

export const isSession = object<SessionView>({ operator: isOperator, service: 'object' });

export const isMailChoices = object<MailChoices>({ isAvailable: 'boolean', review: 'boolean' });

export const isProjects = array(object<Project>({ projectId: 'string', spaces: 'array' }));

export const isPlaceContents = object<PlaceContents>({
  ...{ news: 'number', banners: 'number', media: 'number', categories: 'number', tags: 'number' },
  ...{ keys: 'array', operators: 'array', webhooks: 'array' },
});

export const isRemovedPlaces = array(
  object<RemovedPlaceView>({
    ...{ removalId: 'string', place: 'object', removedAt: 'number', removedBy: 'string' },
    ...{ until: 'number', records: 'number' },
  }),
);

export const isOverview = object<Overview>({
  ...{ at: 'number', shelves: 'array', moments: 'array', furtherMoments: 'number' },
});

export const isTraffic = object<Traffic>({ nodes: 'array' });

export const isFixedOrder = object<FixedOrder>({ contentIds: 'array' });

export const isSearchResult = object<SearchResult>({ list: 'array' });

export const isRecentItems = object<RecentItems>({ list: 'array' });

export const isCalendar = object<Calendar>({ list: 'array', further: 'number' });

export const isUses = object<Uses>({ totalCount: 'number', list: 'array' });

export const isUploadState = object<UploadState>({
  ...{ uploadId: 'string', name: 'string', state: 'string' },
  ...{ length: 'number', offset: 'number', expiresAt: 'number' },
});

const previewLink = {
  linkId: 'string',
  createdAt: 'number',
  createdBy: 'string',
  expiresAt: 'number',
} as const;

export const isPreviewLinks = array(object<PreviewLink>(previewLink));

export const isIssuedPreview = object<IssuedPreview>({ ...previewLink, token: 'string', url: 'string' });

export const isInstanceSettings = object<InstanceSettings>({});

export const isSharedView = object<SharedView>({
  viewId: 'string',
  name: 'string',
  address: 'string',
  columns: 'array',
});

export const isSharedViews = array(isSharedView);

const proposal = {
  proposalId: 'string',
  projectId: 'string',
  spaceId: 'string',
  kind: 'string',
  instanceId: 'string',
  id: 'string',
  name: 'string',
  type: 'string',
  state: 'string',
  etag: 'string',
  proposedBy: 'string',
  proposedAt: 'number',
  comments: 'number',
} as const;

export const isProposal = object<ProposalView>(proposal);

export const isProposalPage = object<ProposalPage>({
  ...{ totalCount: 'number', currentPage: 'number', list: array(isProposal) },
});

/** The words that a comment is about, as they are kept until it is sent. */
export const isCommentedWords = object<CommentedWords>({ path: 'string', quote: 'string' });

export const isProposalDetails = object<ProposalDetails>({
  ...proposal,
  fourEyes: 'boolean',
  thread: 'array',
  rounds: 'array',
});

export const isKey = object<KeyView>(key);

export const isKeys = array(isKey);

export const isIssuedKey = object<IssuedKey>({ ...key, secret: 'string' });

export const isWebhook = object<WebhookView>(webhook);

export const isWebhooks = array(isWebhook);

export const isIssuedWebhook = object<IssuedWebhook>({ ...webhook, secret: 'string' });

export const isDelivery = object<DeliveryView>({
  ...{ number: 'number', messageId: 'string', type: 'string', state: 'string', body: 'string' },
  ...{ createdAt: 'number', attempts: 'number' },
});

export const isDeliveryPage = object<{ readonly list: DeliveryView[] }>({ list: array(isDelivery) });

export const isTokens = array(object<TokenView>(token));

export const isIssuedToken = object<IssuedToken>({ ...token, token: 'string' });

export const isOperators = array(isOperator);
export const isNames = array(object<OperatorName>({ operatorId: 'string', name: 'string' }));
/** A list of sessions. */
export const isSessions = array(
  object<OpenSession>({ sessionId: 'string', isThis: 'boolean', createdAt: 'number' }),
);

export const isInvitation = object<Invitation>({ operator: isOperator, url: 'string', expiresAt: 'number' });

export const isRemovedItems = array(
  object<RemovedItem>({
    ...{ kind: 'string', id: 'string', name: 'string', version: 'number' },
    ...{ removedAt: 'number', removedBy: 'string' },
  }),
);

export const isVersions = object<Versions>({ list: 'array' });

export const isAuditPage = object<{ readonly list: AuditView[] }>({
  list: array(
    object<AuditView>({
      number: 'number',
      at: 'number',
      by: 'string',
      action: 'string',
      target: 'string',
      hash: 'string',
    }),
  ),
});

export const isExplorerAnswer = object<ExplorerAnswer>({
  ...{ status: 'number', headers: 'array', body: 'string', bytes: 'number', milliseconds: 'number' },
});

export const isBatchResult = object<BatchResult>({ changed: 'number', unchanged: 'number' });

/** Who else has an item open. */
export type Presence = {
  readonly others: readonly {
    readonly operatorId: string;
    readonly name: string;
    readonly isEditing: boolean;
  }[];
};

export const isPresence = object<Presence>({ others: 'array' });

export const isPicture = object<{ readonly url: string }>({ url: 'string' });

const isAnyItem = object<ManagedItem>({
  ...{ kind: 'string', item: 'object', etag: 'string', version: 'number' },
});

/** Creates a check for an item of one kind. */
export function isItem<K extends Kind>(kind: K): Check<ManagedItem<K>> {
  return (value): value is ManagedItem<K> => isAnyItem(value) && value.kind === kind;
}

/** Creates a check for one page of a list. */
export function isList<Item>(): Check<ManagedList<Item>> {
  return object<ManagedList<Item>>({ totalCount: 'number', currentPage: 'number', list: 'array' });
}

/** The members of a failed response that have the right type. Proxies on the way may send anything. */
export function readProblem(body: unknown): Problem {
  if (!isObject(body)) return {};
  const { status, code, title, detail, errors, ...rest }: Readonly<Record<string, unknown>> = { ...body };
  return {
    ...rest,
    ...(typeof status === 'number' && { status }),
    ...(isErrorCode(code) && { code }),
    ...(typeof title === 'string' && { title }),
    ...(typeof detail === 'string' && { detail }),
    ...(isFaults(errors) && { errors }),
  };
}

/** What is known about a failed request. */
export type Problem = Partial<ManageProblem> & Readonly<Record<string, unknown>>;

// A newer service may send a code that this page does not know; codes are only compared with known ones.
function isErrorCode(value: unknown): value is ManageErrorCode {
  return typeof value === 'string';
}

const isFaults = array(object<BodyFault>({ path: 'string', message: 'string' }));
