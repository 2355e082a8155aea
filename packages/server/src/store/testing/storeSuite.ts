import { describe } from 'bun:test';
import { describeAdmin } from './suite/describeAdmin.ts';
import { describeAudit } from './suite/describeAudit.ts';
import { describeChangeLog } from './suite/describeChangeLog.ts';
import { describeErasure } from './suite/describeErasure.ts';
import { describeEvents } from './suite/describeEvents.ts';
import { describeFactors } from './suite/describeFactors.ts';
import { describeImported } from './suite/describeImported.ts';
import { describeIntegrity } from './suite/describeIntegrity.ts';
import { describeLastChanges } from './suite/describeLastChanges.ts';
import { describeMails } from './suite/describeMails.ts';
import { describeModel } from './suite/describeModel.ts';
import { describeNext } from './suite/describeNext.ts';
import { describePlaces } from './suite/describePlaces.ts';
import { describeProposals } from './suite/describeProposals.ts';
import { describeRecords } from './suite/describeRecords.ts';
import { describeTransactions } from './suite/describeTransactions.ts';
import { describeVersions } from './suite/describeVersions.ts';
import { describeWebhooks } from './suite/describeWebhooks.ts';
import type { OpenHarness } from './suite/OpenHarness.ts';

/** The tests that every engine has to pass, for real. */
export function describeStore(name: string, open: OpenHarness): void {
  describe(`${name} store`, () => {
    describeRecords(open);
    describeTransactions(open);
    describeIntegrity(open);
    describeChangeLog(open);
    describeEvents(open);
    describeModel(open);
    describeNext(open);
    describeVersions(open);
    describePlaces(open);
    describeAdmin(open);
    describeFactors(open);
    describeAudit(open);
    describeErasure(open);
    describeLastChanges(open);
    describeImported(open);
    describeProposals(open);
    describeWebhooks(open);
    describeMails(open);
  });
}
