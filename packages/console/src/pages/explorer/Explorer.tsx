import { Paper, SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useSearchParams } from 'wouter';
import { useProjects, useSession } from '../../api/SessionProvider.tsx';
import { memberOf, parseJson } from '../../parts/json/json.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useSpace } from '../../shell/useSpace.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import {
  type ExplorerRequest,
  isComplete,
  readRequest,
  requestPath,
  writeRequest,
} from './ExplorerRequest.ts';
import { RequestForm } from './RequestForm.tsx';
import { ResponsePanel } from './ResponsePanel.tsx';
import { clientRequest, curlRequest } from './requestCode.ts';
import { useExplorerRun } from './useExplorerRun.ts';

/** Builds requests to the public interface, and sends them. */
export default function Explorer() {
  const texts = useWords().explorer;
  return (
    <Stack gap="md">
      <PageHead title={texts.title} text={texts.lead} />
      {useSpace() === undefined ? <Text>{texts.noSpace}</Text> : <RequestPanels />}
    </Stack>
  );
}

function RequestPanels() {
  const [params, setParams] = useSearchParams();
  const request = readRequest(params, useProjects(), useSpace());
  const running = useExplorerRun();
  const { outcome, run } = running;
  const change = (next: ExplorerRequest) => setParams(writeRequest(next), { replace: true });
  const send = (target = request) => {
    if (isComplete(target)) run(target);
  };
  useHotkeys([['mod+Enter', () => send()]], []);
  const revalidate = () => {
    if (outcome?.etag !== undefined) run(request, { etag: outcome.etag, body: outcome.body });
  };
  const faults = faultsIn(outcome?.body ?? '');
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <RequestForm
        request={request}
        faults={faults}
        isRunning={running.isRunning}
        onChange={change}
        onRun={send}
      />
      <Stack gap="lg">
        <CodePanel request={request} />
        <ResponsePanel request={request} running={running} onRevalidate={revalidate} />
      </Stack>
    </SimpleGrid>
  );
}

/** The request as a URL, as a shell command, and as a program. */
function CodePanel({ request }: { readonly request: ExplorerRequest }) {
  const texts = useWords().explorer;
  const { publicUrl } = useSession().service;
  if (!isComplete(request)) return null;
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.code}
        </Title>
        <Snippet label={texts.url} code={`${publicUrl}${requestPath(request)}`} />
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="curl">{texts.curl}</Tabs.Tab>
            <Tabs.Tab value="client">{texts.client}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="curl" pt="sm">
            <Snippet label={texts.curl} code={curlRequest(request, publicUrl)} />
          </Tabs.Panel>
          <Tabs.Panel value="client" pt="sm">
            <Snippet label={texts.client} code={clientRequest(request, publicUrl)} />
          </Tabs.Panel>
        </Tabs>
        <Text size="xs" c="dimmed">
          {texts.keyNote}
        </Text>
      </Stack>
    </Paper>
  );
}

/** What a problem response says about parameters, by their names. */
function faultsIn(body: string): ReadonlyMap<string, string> {
  const errors = memberOf(parseJson(body).value, 'errors');
  const faults = Array.isArray(errors) ? errors : [];
  return new Map(faults.map((fault) => [`${memberOf(fault, 'parameter')}`, `${memberOf(fault, 'message')}`]));
}
