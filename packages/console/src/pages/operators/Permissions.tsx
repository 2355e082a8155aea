import { Alert, Badge, Group, Select, Stack, Text } from '@mantine/core';
import type { OperatorView, Place } from '@newsstand/contract/manage';
import { everyProject } from '@newsstand/contract/manage/plain';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { isOperators } from '../../api/checks.ts';
import { fetchJson } from '../../api/request.ts';
import { useIsAllowed, usePlaces, useSession } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { ResponsiveTable } from '../../parts/ResponsiveTable.tsx';
import { placeKey, placeLabel, roleLabel } from '../../parts/roleLabel.ts';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { type Permission, permissionsIn } from './permissionsIn.ts';

/** Who can do what in a place, and the roles that it comes from: of everybody for owners, of oneself for others. */
export default function Permissions() {
  const texts = useWords().permissions;
  const { language } = useLanguage();
  const ownsAll = useIsAllowed('owner');
  const isOwner = useSession().operator.roles.some(({ role }) => role === 'owner');
  const seen = usePlaces('viewer');
  // Everywhere, for those who have roles in some places only.
  const places: readonly Place[] =
    ownsAll || seen[0]?.projectId === everyProject ? seen : [everywhere, ...seen];
  const [params, setParams] = useSearchParams();
  const chosen = places.find((place) => placeKey(place) === params.get('place')) ?? everywhere;
  const { data, error, refetch } = useQuery({
    queryKey: ['operators'],
    queryFn: () => fetchJson('/operators', isOperators),
  });
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text} />
      <Select
        label={texts.place}
        data={places.map((place) => ({ value: placeKey(place), label: placeLabel(place, language) }))}
        value={placeKey(chosen)}
        onChange={(value) => setParams(value === null ? {} : { place: value }, { replace: true })}
        allowDeselect={false}
        searchable
        maw={420}
      />
      {!ownsAll && <Alert color="gray">{isOwner ? texts.further : texts.own}</Alert>}
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data && <PermissionTable permissions={permissionsIn(data, chosen)} />}
    </Stack>
  );
}

const everywhere: Place = { projectId: everyProject };

function PermissionTable({ permissions }: { readonly permissions: readonly Permission[] }) {
  const texts = useWords().permissions;
  const words = useWords().roles;
  const own = useSession().operator.operatorId;
  if (permissions.length === 0) return <Text>{texts.nobody}</Text>;
  const rows = permissions.map(({ operator: { operatorId, name }, role, reasons }) => ({
    id: operatorId,
    cells: [
      <Stack key="name" gap={2}>
        <Group gap="xs">
          <Text fw={600} size="sm" className="long-text">
            {name}
          </Text>
          {operatorId === own && (
            <Badge size="sm" variant="light" tt="none">
              {texts.you}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" className="long-text">
          {operatorId}
        </Text>
      </Stack>,
      <Stack key="can" gap={2}>
        <Text size="sm" fw={600}>
          {role === undefined ? texts.partly : words[role]}
        </Text>
        {role !== undefined && (
          <Text size="xs" c="dimmed">
            {words.about[role]}
          </Text>
        )}
      </Stack>,
      <Stack key="why" gap={4}>
        {reasons.map((grant) => (
          <Reason key={`${grant.provider} ${placeKey(grant)}`} grant={grant} />
        ))}
      </Stack>,
    ],
  }));
  const { columns } = texts;
  return (
    <ResponsiveTable label={texts.title} columns={[columns.name, columns.can, columns.why]} rows={rows} />
  );
}

/** A role, and where it comes from. */
function Reason({ grant }: { readonly grant: OperatorView['roles'][number] }) {
  const texts = useWords().permissions;
  const { language } = useLanguage();
  const { provider, givenBy, givenAt } = grant;
  const moment = givenAt === undefined ? undefined : formatDateTime(givenAt, language, timeZone);
  const nameOf = useActorName();
  const giver = givenBy === 'command line' ? texts.commandLine : givenBy && nameOf(givenBy);
  return (
    <div>
      <Text size="sm" className="long-text">
        {roleLabel({ ...grant, provider: undefined }, language)}
      </Text>
      <Text size="xs" c="dimmed" className="long-text">
        {provider !== undefined
          ? texts.byProvider(provider)
          : moment === undefined
            ? texts.unknown
            : giver === undefined
              ? texts.givenAt(moment)
              : texts.given(giver, moment)}
      </Text>
    </div>
  );
}
