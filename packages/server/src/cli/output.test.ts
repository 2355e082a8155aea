import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('each line of a note is limited, and cannot control the terminal', async () => {
  const script = `
    import { note } from ${JSON.stringify(join(import.meta.dir, 'output.ts'))};
    note('first\\n\\tsecond \\u001b[31mred\\u001b[0m \\u009b2J \\u202e' + '\\nthird\\r!');
    note('x'.repeat(100_000));
    note('ニュース: ' + 'é'.repeat(3));
  `;
  const child = Bun.spawn([process.execPath, '-e', script], { stderr: 'pipe' });
  expect(await child.stderr.text()).toBe(
    [
      'first',
      '\tsecond \\u001b[31mred\\u001b[0m \\u009b2J \\u202e',
      'third\\u000d!',
      `${'x'.repeat(2048)}… (100000 characters)`,
      'ニュース: ééé',
      '',
    ].join('\n'),
  );
});
