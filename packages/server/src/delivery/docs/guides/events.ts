import { credentialHeaders, eventParameters, eventsPath } from '@newsstand/contract';
import { codeBlock, type Section, table } from '../components.ts';
import { html, prose } from '../html.ts';

/** How to hear of changes as they happen. */
export const eventGuide: Section = {
  id: 'events',
  title: 'Events',
  text: html`<p>Instead of asking again and again, subscribe: <code>GET ${eventsPath}</code> sends server-sent events (<code>text/event-stream</code>) for as long as you stay connected, with the same credentials.</p>
${table(
  'What each event means',
  ['Event', 'Meaning'],
  [
    [html`<code>opened</code>`, html`It can be read from now on: it was published, or its time has come.`],
    [html`<code>changed</code>`, html`It reads differently.`],
    [html`<code>closed</code>`, html`It can no longer be read, but still exists.`],
    [html`<code>removed</code>`, html`It was deleted.`],
    [
      html`<code>reset</code>`,
      html`Too much has happened, or what you missed is not known: read everything again.`,
    ],
  ],
)}
<ul>
<li>You hear only of what your credentials let you see, at the very moment from which they do. Preview credentials hear of hidden items too.</li>
<li>If a category, tag or media file changes, there is one event for it, and none for the items that include it.</li>
<li>Connect first, then read, then apply the events: so you miss nothing.</li>
<li>If the connection breaks, send the last <code>id</code> as <code>Last-Event-ID</code>, or as <code>since</code>: you hear of everything that happened meanwhile, from any node. Some of it may come twice.</li>
<li>Every 15 seconds, something is sent. If nothing comes for longer, connect again.</li>
</ul>
${table(
  'Parameters of events',
  ['Parameter', 'Meaning'],
  Object.entries(eventParameters).map(([name, { description }]) => [
    html`<code>${name}</code>`,
    prose(description),
  ]),
)}`,
  side: html`${codeBlock(
    'Subscribe',
    `curl -N "https://content.example.com/events/projects/acme/spaces/web?kinds=news" \\
  -H "${credentialHeaders.key}: $KEY" \\
  -H "${credentialHeaders.secret}: $SECRET"`,
  )}${codeBlock(
    'Response',
    'retry: 2000\nid: 4nQbJ…\n\nevent: opened\nid: x9PfK…\ndata: {"kind":"news","instanceId":"press","id":"n1","alias":"hello","at":1790000000000}',
  )}`,
};
