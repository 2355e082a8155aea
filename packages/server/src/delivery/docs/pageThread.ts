/** Makes the pages that describe the interface, beside the thread that delivers. */
import { openApiDocument } from '@newsstand/contract';
import { serveTasks } from '../../concurrency/openTaskThread.ts';
import { docsPage, docsPolicy } from './docsPage.ts';

type Settings = Parameters<typeof docsPage>[1] & { readonly publicUrl: string };

const tasks = {
  openApi: (publicUrl: string) => made(JSON.stringify(openApiDocument(publicUrl), null, 2)),
  docs: ({ publicUrl, ...settings }: Settings) =>
    made(docsPage(openApiDocument(publicUrl), settings), docsPolicy(settings.mediaUrl)),
};

/** What the thread can be asked for. */
export type PageTasks = typeof tasks;

serveTasks(tasks);

function made(text: string, policy?: string) {
  const body = new TextEncoder().encode(text);
  return { body, gzip: Bun.gzipSync(body, { level: 6, library: 'libdeflate' }), policy };
}
