import { busy } from './seeds.ts'
import { signIn } from './session.ts'
import { openForBusiness } from './w1.ts'
import { blackList } from './cards-black-list.ts'
import { importChips, rawImport } from './cards-import.ts'
import { issueInBulk } from './cards-issue.ts'
import { payLimited } from './cards-pay.ts'
import type { Place, Sample, Workload } from './workload.ts'

async function product(place: Place): Promise<Sample> {
  const headers = await signIn(place)
  // The black list is made of cards that were issued in bulk.
  const [chips, accounts] = [await importChips(place, headers), await issueInBulk(place, headers)]
  return { ...chips, ...accounts, ...(await blackList(place, headers)), ...(await payLimited(place)) }
}

export const cards: Workload = {
  name: 'cards',
  what: 'cards: import of 100,000 chips, bulk issue of 10,000 accounts, payments under every limit, a lost card on the black list',
  seed: busy,
  writes: true,
  async prepare(place) {
    await openForBusiness(place)
    await place.owner.query('select bench.top_up()')
  },
  raw: rawImport,
  product,
  figures: [
    { says: 'import ÷ COPY with two unique indexes', of: (limit, own) => own['importSeconds']! / limit['copySeconds']!, goal: ['≤', 3] },
    { says: 'COPY with two unique indexes, seconds', of: limit => limit['copySeconds']! },
    { says: 'import, seconds', of: (_limit, own) => own['importSeconds']! },
    { says: 'the same file once more, seconds', of: (_limit, own) => own['againSeconds']!, goal: ['≤', 1.5] },
    { says: 'the same file once more, new chips', of: (_limit, own) => own['againNew']!, goal: ['≤', 0] },
    { says: 'chips and accounts that are missing', of: (_, own) => own['chipsMissing']! + own['accountsMissing']!, goal: ['≤', 0] },
    { says: 'bulk issue ÷ the same rows', of: (_limit, own) => own['issueSeconds']! / own['issueSameSeconds']!, goal: ['≤', 3] },
    { says: 'bulk issue, seconds', of: (_limit, own) => own['issueSeconds']! },
    { says: 'bulk issue, rows written', of: (_limit, own) => own['issueRows']! },
    { says: 'payments with every limit ÷ without', of: (_, own) => own['limitedPerSecond']! / own['freePerSecond']!, goal: ['≥', 0.85] },
    { says: 'payments a second, every limit', of: (_limit, own) => own['limitedPerSecond']! },
    { says: 'payments a second, no limit', of: (_limit, own) => own['freePerSecond']! },
    { says: 'processor time of a payment, without ÷ with every limit', of: (_, own) => own['freeUs']! / own['limitedUs']! },
    { says: 'loss until a pump is told, seconds', of: (_limit, own) => own['lossSeconds']!, goal: ['≤', 1] },
    { says: 'black list of 20,000 cards, bytes', of: (_limit, own) => own['listBytes']!, goal: ['≤', 250_000] },
    { says: 'one change of the black list, bytes', of: (_limit, own) => own['changeBytes']!, goal: ['≤', 1000] },
    { says: 'answers other than 200', of: (_limit, own) => own['payOthers']!, goal: ['≤', 0] },
  ],
}
