/** One block of server-sent events: its fields, as far as it has them. */
export interface EventBlock {
  event?: string;
  data?: string;
  id?: string;
  retry?: number;
}

/** How many characters of a block are held at most. Those of the service are far shorter. */
export const longestBlock = 65_536;

/** Parses server-sent events as they come: the function takes the next text, and returns the blocks that it completes. */
export function eventStreamParser(): (text: string) => EventBlock[] {
  let block: EventBlock = {};
  /** The beginning of a line. */
  let begun = '';
  let isAfterReturn = false;
  return (text) => {
    if (text === '') return [];
    // A line that ends with CR is complete; an LF that comes later still belongs to it.
    const lines = (isAfterReturn ? text.replace(/^\n/, '') : text).split(/\r\n?|\n/);
    isAfterReturn = text.endsWith('\r');
    lines[0] = begun + lines[0];
    begun = lines.pop() ?? '';
    const blocks: EventBlock[] = [];
    for (const line of lines) {
      if (line === '') {
        blocks.push(block);
        block = {};
      } else addLine(block, line);
    }
    if (begun.length + (block.data?.length ?? 0) > longestBlock)
      throw new Error(`an event is longer than ${longestBlock} characters`);
    return blocks;
  };
}

/** Comments, which begin with a colon, have a field without a name. */
function addLine(block: EventBlock, line: string): void {
  const [, field, value = ''] = /^([^:]*):? ?(.*)/s.exec(line) ?? [];
  if (field === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
  if (field === 'event') block.event = value;
  if (field === 'id' && !value.includes('\0')) block.id = value;
  if (field === 'retry' && /^\d+$/.test(value)) block.retry = Number(value);
}
