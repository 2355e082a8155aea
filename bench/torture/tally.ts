import { table } from '../report/table.ts';
import { type Fault, faultTypes } from './judge.ts';

/** The results of all kills of one kind. */
export type Tally = {
  readonly title: string;
  /** Includes rounds whose kill came too late, after the command had ended. */
  rounds: number;
  kills: number;
  /** Confirmed writes around these kills. */
  confirmed: number;
  /** Unconfirmed writes, and how many of them had taken effect. */
  unclear: number;
  found: number;
  readonly faults: Fault[];
};

export function newTally(title: string): Tally {
  return { title, rounds: 0, kills: 0, confirmed: 0, unclear: 0, found: 0, faults: [] };
}

const head = [
  'what is killed',
  'rounds',
  'kills',
  'confirmed writes',
  'unconfirmed',
  'of these in effect',
  'lost',
  'half',
  'integrity faults',
  'disagreements',
];

/** All results as a table in Markdown, with totals. */
export function tallyTable(tallies: readonly Tally[]): string {
  const all = tallies.filter(({ rounds }) => rounds > 0);
  const sum = newTally('**all**');
  for (const { rounds, kills, confirmed, unclear, found, faults } of all) {
    sum.rounds += rounds;
    sum.kills += kills;
    sum.confirmed += confirmed;
    sum.unclear += unclear;
    sum.found += found;
    sum.faults.push(...faults);
  }
  return table(head, [...all, sum].map(rowOf));
}

function rowOf({ title, rounds, kills, confirmed, unclear, found, faults }: Tally): readonly string[] {
  const counts = faultTypes.map((type) => faults.filter((fault) => fault.type === type).length);
  const figures = [rounds, kills, confirmed, unclear, found].map((figure) => figure.toLocaleString('en'));
  return [title, ...figures, ...counts.map((count) => (count === 0 ? '0' : `**${count}**`))];
}
