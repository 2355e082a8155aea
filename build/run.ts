/** Runs a command that must succeed, and returns its output. */
export async function run(command: readonly string[], folder: string, stdin = ''): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: folder,
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, fault, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}${fault}`);
  return output;
}
