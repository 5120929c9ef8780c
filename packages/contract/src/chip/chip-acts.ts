import { actsBy } from '../status-acts.ts'
import { cardInfos, ChipState } from './card-info.ts'

/** What may be done to a chip besides the steps of its way. Said once more of a scrapped one, scrapping changes nothing. */
export const chipActs = actsBy('cardInfos.state', ChipState, {
  scrap: { call: cardInfos.scrap, in: ['imported', 'prepared', 'stock', 'special', 'scrapped'] },
  handOver: { call: cardInfos.handOver, in: ['special'] },
  handBack: { call: cardInfos.handBack, in: ['special'] },
})
