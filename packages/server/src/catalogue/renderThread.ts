/** Renders large records beside the thread that delivers. */
import { serveTasks } from '../concurrency/serveTasks.ts';
import type { RenderTask } from './openRendering.ts';
import { renderItem } from './renderItem.ts';

serveTasks(({ record, addresses }: RenderTask) => {
  const { json, ...rest } = renderItem(record, addresses);
  // A copy that can be handed over: the bytes may lie in a buffer with others.
  const bytes = new Uint8Array(json);
  return { result: { ...rest, bytes }, transfer: [bytes.buffer] };
});
