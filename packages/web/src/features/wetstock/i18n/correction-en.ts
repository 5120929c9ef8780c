import type { Words } from '../../../i18n/index.ts'
import type zh from './correction-zh.ts'

export default {
  correct: 'Correct',
  correctNote:
    'This delivery was settled with its shift. A correction reverses it and enters the new figures in the running shift. Both are kept.',
  corrected: 'Corrected',
  head: 'Corrections',
  takesBack: 'This record reverses the {litres} counted by the original. Reason: {reason}.',
  openBefore: 'Open the original record',
  replaced: 'This record was corrected and no longer applies; settled figures stay as they were.',
  openAfter: 'Open the corrected record',
  late: 'Sales of {litres} during unloading were reported after settlement; profit or loss is corrected from the day they were reported.',
  lateAdds:
    'Sales of {litres} during unloading were reported later. Without a note they add to the volume received, in the shift of the report.',
  soldCl: 'Sold meanwhile, corrected',
  profitLossCl: 'Profit or loss, corrected',
  lateSales: 'Sales reported late',
  told: 'sold {sold}, reported {told}',
} satisfies Words<typeof zh>
