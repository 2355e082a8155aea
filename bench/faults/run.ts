/** Causes one outage after another, and checks whether readers notice it and whether anything is lost. */
import { keepFigures } from '../keepFigures.ts';
import { provenance } from '../provenance.ts';
import { readFlags } from '../readFlags.ts';
import { wholeNumber } from '../wholeNumber.ts';
import { usualFaults } from './faults.ts';
import type { Outcome } from './Outcome.ts';
import { notesList, outcomesTable } from './outcomesTable.ts';
import { type Course, runFault } from './runFault.ts';
import { upgradeFrom } from './upgradeFrom.ts';

/** Two cores have time to spare at this rate, even for all that runs on them here: see docs/reliability.md. */
const usualReads = 1000;
const flags = readFlags({
  /** The commit or tag to upgrade from. */
  previous: { type: 'string' },
  /** Run only the fault with this name; writes nothing. */
  only: { type: 'string' },
  /** Shorter outages; writes nothing. */
  quick: { type: 'boolean', default: false },
  /** Requests per second; writes nothing if it is not the default. */
  reads: { type: 'string', default: `${usualReads}` },
});
const faults = [...usualFaults, upgradeFrom(flags.previous)];
const chosen = faults.filter(({ name }) => flags.only === undefined || name === flags.only);
if (chosen.length === 0) {
  console.error(`--only must be one of ${faults.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const readsPerSecond = wholeNumber('--reads', flags.reads);
const course: Course = { isQuick: flags.quick, items: 5000, readsPerSecond, writesPerSecond: 10 };

const outcomes: Outcome[] = [];
const impossible: string[] = [];
for (const fault of chosen) {
  console.log(`\n${fault.title}`);
  try {
    const outcome = await runFault(fault, course);
    outcomes.push(outcome);
    for (const promise of outcome.broken) console.log(`  BROKEN: ${promise}`);
    console.log(outcomesTable([outcome]));
  } catch (error) {
    // A fault that could not be tested counts as a broken promise.
    impossible.push(`${fault.title}: ${error instanceof Error ? error.message : error}`);
    console.error(error);
  }
}
console.log(`\n${outcomesTable(outcomes)}\n${notesList(outcomes)}`);
for (const reason of impossible) console.log(`not measured: ${reason}`);
if (flags.only === undefined && !flags.quick && readsPerSecond === usualReads) {
  const text = [await provenance(), '', outcomesTable(outcomes), notesList(outcomes)].join('\n');
  await keepFigures('figures', text);
}
const isBroken = outcomes.some(({ broken }) => broken.length > 0) || impossible.length > 0;
console.log(isBroken ? 'A promise is broken.' : 'All promises hold.');
process.exit(isBroken ? 1 : 0);
