import { cardImportProblems, cardImports, cardInfos } from '@forecourt/contract'
import { z } from 'zod'
import { crud } from '../../platform/execution/crud.ts'
import { task } from '../../platform/jobs/task.ts'
import type { Module } from '../../platform/module.ts'
import { actHandlers } from './acts.ts'
import { stockOfDemo } from './demo.ts'
import { cardReturn, returnPreview } from './card-return.ts'
import { begin, importTask } from './import.ts'
import { addCountsUp, countInvariants } from './counts.ts'
import { chipInvariants } from './invariants.ts'
import { forgetForeign, lookUpHandlers } from './look-up.ts'
import { reissue } from './reissue.ts'
import { save } from './save.ts'
import { rekeyTask, sync } from './sync.ts'
import { releaseInTime, set } from './set.ts'

export { drawerOfDemo } from './demo.ts'

/** Chips: from the file of their maker to the account that has one. */
export const chip = {
  name: 'chip',
  // The look-up before a chip by its id: both are GET /cardInfos/….
  handlers: [
    ...lookUpHandlers,
    begin,
    ...crud(cardInfos),
    set,
    save,
    ...actHandlers,
    ...crud(cardImports),
    ...crud(cardImportProblems),
    cardReturn,
    returnPreview,
    reissue,
    sync,
  ],
  tasks: [importTask, rekeyTask, task('chip.release', z.object({ id: z.int() }), (ctx, { id }) => releaseInTime(ctx, id))],
  maintenance: [forgetForeign, addCountsUp],
  cardKeySet: async (ctx, companyId) => ctx.job('chip.rekey', {}, { companyId }),
  invariants: [...chipInvariants, ...countInvariants],
  demo: stockOfDemo,
} satisfies Module
