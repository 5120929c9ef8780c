import type { Words } from '../../../i18n/index.ts'
import type zh from './correction-zh.ts'

export default {
  correct: 'Correct',
  correctNote:
    'This delivery was settled with its shift. A correction reverses it and enters the new figures in the running shift. Both are kept.',
  corrected: 'Corrected',
  head: 'Corrections',
  takesBack: 'This record takes back the {litres} that the first one counted. Reason: {reason}.',
  openBefore: 'Open the first record',
  replaced: 'This record was corrected and no longer holds; what was settled stays as it was counted.',
  openAfter: 'Open the corrected record',
  late: 'Sales of {litres} from the time of unloading were told after it was settled; profit or loss is corrected by them from then on.',
  lateAdds:
    'Sales of {litres} from that time were told later. Without a delivery note they add to what was received, in the shift of then.',
  soldCl: 'Sold meanwhile, corrected',
  profitLossCl: 'Profit or loss, corrected',
  lateSales: 'Sales that were told late',
  told: 'sold {sold}, told {told}',
} satisfies Words<typeof zh>
