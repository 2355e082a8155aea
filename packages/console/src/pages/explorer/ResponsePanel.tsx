import { Alert, Badge, Button, Group, List, Paper, Stack, Table, Tabs, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { IconRefresh } from '../../icons/icons.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { JsonView } from '../../parts/json/JsonView.tsx';
import { parseJson } from '../../parts/json/json.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import type { ComparedItem, Comparison } from './comparison.ts';
import { type ExplorerRequest, requestPath } from './ExplorerRequest.ts';
import type { Outcome, useExplorerRun } from './useExplorerRun.ts';

type PanelProps = {
  readonly request: ExplorerRequest;
  readonly running: ReturnType<typeof useExplorerRun>;
  readonly onRevalidate: () => void;
};

/** The response to the last request. */
export function ResponsePanel({ request, running, onRevalidate }: PanelProps) {
  const texts = useWords().explorer;
  const { outcome, error, isRunning } = running;
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {texts.response}
          </Title>
          {outcome?.etag !== undefined && outcome.path === requestPath(request) && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={onRevalidate}
            >
              {texts.conditional}
            </Button>
          )}
        </Group>
        {error !== null && <ErrorAlert error={error} />}
        <div aria-live="polite">{outcome && <Facts outcome={outcome} />}</div>
        {outcome === undefined && error === null && <Text c="dimmed">{texts.noResponse}</Text>}
        {outcome && (
          <Stack gap="md" aria-busy={isRunning} style={{ opacity: isRunning ? 0.6 : 1 }}>
            <ResponseView outcome={outcome} />
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

const colours = ['gray', 'gray', 'green', 'blue', 'orange', 'red'] as const;

function Facts({ outcome }: { readonly outcome: Outcome }) {
  const texts = useWords().explorer;
  const { language } = useLanguage();
  const { status, milliseconds, bytes } = outcome.response;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (
    <Group gap="md">
      <Badge size="lg" variant="light" tt="none" color={colours[Math.floor(status / 100)] ?? 'red'}>
        {texts.status} {status}
      </Badge>
      <Text size="sm">{texts.took(number.format(milliseconds))}</Text>
      <Text size="sm">{texts.bytes(number.format(bytes))}</Text>
    </Group>
  );
}

function ResponseView({ outcome }: { readonly outcome: Outcome }) {
  const texts = useWords().explorer;
  const { response, body, comparison } = outcome;
  const value = useMemo(() => parseJson(body).value, [body]);
  return (
    <>
      {response.status === 304 && <Alert color="blue">{texts.unchanged}</Alert>}
      {comparison && <ComparisonView comparison={comparison} />}
      <Tabs defaultValue="body" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="body">{texts.body}</Tabs.Tab>
          <Tabs.Tab value="headers">{texts.headers(response.headers.length)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="body" pt="sm">
          {body === '' && <Text size="sm">{texts.noBody}</Text>}
          {value !== undefined && <JsonView value={value} label={texts.body} />}
        </Tabs.Panel>
        <Tabs.Panel value="headers" pt="sm">
          <HeaderTable headers={response.headers} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function HeaderTable({ headers }: { readonly headers: Outcome['response']['headers'] }) {
  const texts = useWords().explorer;
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="35%">{texts.header}</Table.Th>
          <Table.Th>{texts.value}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {headers.map(([name, value]) => (
          <Table.Tr key={`${name} ${value}`}>
            <Table.Td className="long-text">{name}</Table.Td>
            <Table.Td className="long-text">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const changeColours = { stays: 'gray', appears: 'green', disappears: 'red' } as const;

/** Which items appear and disappear between now and the requested time. */
function ComparisonView({ comparison }: { readonly comparison: Comparison }) {
  const texts = useWords().explorer.compared;
  const { items, nowTotal, thenTotal } = comparison;
  const amount = (change: ComparedItem['change']) => items.filter((each) => each.change === change).length;
  const [appearing, disappearing] = [amount('appears'), amount('disappears')];
  const summary = appearing + disappearing === 0 ? texts.same : texts.changes(appearing, disappearing);
  return (
    <section aria-live="polite">
      <Group gap="sm" align="baseline" mb="xs">
        <Title order={3} size="h5">
          {texts.title}
        </Title>
        <Text size="sm">{items.length === 0 ? texts.none : summary}</Text>
        <Text size="sm" c="dimmed">
          {texts.amount(thenTotal, nowTotal)}
        </Text>
      </Group>
      <List listStyleType="none" size="sm" spacing={4} className="compared">
        {items.map(({ id, name, change }) => (
          <List.Item key={id} data-change={change}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Badge variant="light" color={changeColours[change]} tt="none" miw={100} flex="none">
                {texts[change]}
              </Badge>
              <Text size="sm" td={change === 'disappears' ? 'line-through' : undefined} className="long-text">
                {name}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
