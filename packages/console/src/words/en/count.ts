/** An amount with its noun: `1 item`, `1,200 items`. */
export function count(amount: number, one: string, many: string): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`;
}
