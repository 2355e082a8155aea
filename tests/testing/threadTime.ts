/** The result of some work, and the processor time that it took in this thread. */
export async function threadTime<Result>(
  work: () => Result | Promise<Result>,
): Promise<{ readonly result: Result; readonly milliseconds: number }> {
  const began = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(began);
  return { result, milliseconds: (user + system) / 1000 };
}
