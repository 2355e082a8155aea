import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { WebhookView } from '@newsstand/contract/manage';
import {
  eventTypes,
  type Kind,
  kindNames,
  reviewEventTypes,
  type WebhookEventType,
} from '@newsstand/contract/plain';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/request.ts';
import { useProjects, useSession } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import type { Grant } from '../keys/examples.ts';
import { type Grantable, grantLabel, ownedGrantables } from '../keys/grants.ts';
import { urlFault } from './describeWebhook.ts';

const kindOrder: Readonly<Record<Kind, number>> = { news: 0, banner: 1, media: 2, category: 3, tag: 4 };
const allKinds = kindNames.toSorted((one, other) => kindOrder[one] - kindOrder[other]);

/** What the form is about; kinds and events are undefined for all of them, except for events of reviews. */
export type WebhookChoices = {
  readonly scope: Grant;
  readonly url: string;
  readonly kinds?: readonly Kind[] | undefined;
  readonly events?: readonly WebhookEventType[] | undefined;
  readonly drafts: boolean;
  readonly build: boolean;
};

type Props = {
  readonly webhook: WebhookView | undefined;
  readonly onSubmit: (choices: WebhookChoices) => void;
  readonly isSending: boolean;
  readonly error: unknown;
};

/** Everything that can be chosen for a webhook. Its scope and type are fixed once it exists. */
export function WebhookForm({ webhook, onSubmit, isSending, error }: Props) {
  const texts = useWords().webhooks.form;
  const { events: eventTexts, reviews: reviewTexts, kinds: kindTexts } = useWords().webhooks;
  const scopes = useScopes();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [scopeName, setScopeName] = useState(scopes.length === 1 ? (scopes[0]?.name ?? null) : null);
  const [kinds, setKinds] = useState<readonly Kind[]>(webhook?.kinds ?? kindNames);
  const asked = webhook?.events;
  const [events, setEvents] = useState(eventTypes.filter((type) => asked?.includes(type) ?? true));
  const [reviews, setReviews] = useState(reviewEventTypes.filter((type) => asked?.includes(type) ?? false));
  const [drafts, setDrafts] = useState(webhook?.drafts ?? false);
  const [build, setBuild] = useState(webhook?.build ?? false);
  const [isTried, setTried] = useState(false);

  const scope = scopes.find(({ name }) => name === scopeName);
  // An instance has nothing but its own items.
  const isInstance = (webhook ?? scope?.grant)?.instanceId !== undefined;
  const offered = isInstance ? allKinds.filter((kind) => kind === 'news' || kind === 'banner') : allKinds;
  const chosen = offered.filter((kind) => kinds.includes(kind));
  const place = webhook ?? scope?.grant;
  // A build is started by what readers see.
  const told: readonly WebhookEventType[] = build ? events : [...events, ...reviews];
  const isEveryContent = told.length === eventTypes.length && events.length === eventTypes.length;
  const fault = urlFault(url.trim());

  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault !== undefined || place === undefined || chosen.length === 0 || told.length === 0) return;
    const { projectId, spaceId, instanceId } = place;
    onSubmit({
      scope: { projectId, ...(spaceId && { spaceId }), ...(instanceId && { instanceId }) },
      url: url.trim(),
      ...(chosen.length < offered.length && { kinds: chosen }),
      ...(!isEveryContent && { events: told }),
      ...{ drafts, build },
    });
  };
  const refused = useUrlRefusal(error, url);
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label={texts.url}
          description={texts.urlHint}
          error={refused ?? (isTried && fault ? texts[fault] : undefined)}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          type="url"
          inputMode="url"
          maxLength={2000}
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
        />
        {webhook === undefined && scopes.length === 0 && <Text size="sm">{texts.none}</Text>}
        {webhook === undefined && scopes.length > 0 && (
          <Select
            label={texts.scope}
            description={texts.scopeHint}
            error={isTried && scope === undefined && texts.scopeMissing}
            data={scopes.map(({ name }) => name)}
            value={scopeName}
            onChange={setScopeName}
            searchable={scopes.length > 8}
            allowDeselect={false}
            required
          />
        )}
        <Choices
          label={texts.kinds}
          offered={offered}
          labels={kindTexts}
          value={chosen}
          onChange={setKinds}
          error={isTried && chosen.length === 0 && texts.missing}
        />
        <Choices
          label={texts.events}
          offered={eventTypes}
          labels={eventTexts}
          value={events}
          onChange={setEvents}
          error={isTried && told.length === 0 && texts.missing}
        />
        {!build && (
          <Choices
            label={texts.reviews}
            offered={reviewEventTypes}
            labels={reviewTexts}
            value={reviews}
            onChange={setReviews}
            error={false}
          />
        )}
        <Checkbox
          label={texts.drafts}
          description={texts.draftsHint}
          checked={drafts}
          onChange={({ currentTarget }) => setDrafts(currentTarget.checked)}
        />
        {webhook === undefined && (
          <Checkbox
            label={texts.build}
            description={texts.buildHint}
            checked={build}
            onChange={({ currentTarget }) => setBuild(currentTarget.checked)}
          />
        )}
        {error !== null && refused === undefined && <ErrorAlert error={error} />}
        <Button type="submit" loading={isSending} disabled={webhook === undefined && scopes.length === 0}>
          {webhook === undefined ? texts.create : texts.save}
        </Button>
      </Stack>
    </form>
  );
}

/** Every place that the operator owns, with those inside of it. */
function useScopes(): readonly { readonly name: string; readonly grant: Grant }[] {
  const { language } = useLanguage();
  const all = (each: Grantable): readonly Grant[] => [each.grant, ...each.inner.flatMap(all)];
  return ownedGrantables(useProjects(), useSession().operator.roles)
    .flatMap(all)
    .map((grant) => ({ name: grantLabel(grant, language), grant }));
}

/** What the service says about the URL, until that is changed. */
function useUrlRefusal(error: unknown, url: string): string | undefined {
  const texts = useWords().webhooks.form;
  const [seen, setSeen] = useState<{ readonly error: unknown; readonly url: string }>();
  if (error !== null && seen?.error !== error) setSeen({ error, url });
  const faults = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const fault = faults.find(({ path }) => path === 'url');
  return fault !== undefined && seen?.url === url ? texts.urlRefused(fault.message) : undefined;
}

type ChoicesProps<Name extends string> = {
  readonly label: string;
  readonly offered: readonly Name[];
  readonly labels: Readonly<Record<Name, string>>;
  readonly value: readonly Name[];
  readonly onChange: (names: Name[]) => void;
  readonly error: string | false;
};

/** Checkboxes in a row. */
function Choices<Name extends string>(props: ChoicesProps<Name>) {
  const { label, offered, labels, value, onChange, error } = props;
  return (
    <Checkbox.Group
      label={label}
      error={error}
      value={[...value]}
      onChange={(names) => onChange(offered.filter((name) => names.includes(name)))}
    >
      <Group gap="md" mt={6} mb={error ? 4 : 0}>
        {offered.map((name) => (
          <Checkbox key={name} value={name} label={labels[name]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
