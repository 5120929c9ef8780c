import type { Permission } from '@forecourt/contract'
import { pageOf, type PageName } from '@forecourt/contract/start'
import { may, type Profile } from '../../core/session.ts'
import { wordsFor } from '../../i18n/index.ts'
import { mayOpen } from '../../kit/page/access.ts'
import type { Entry } from './command-entries.ts'

/** An act, and the page or the form where it is done. What one may not do is not offered. */
interface Verb {
  readonly page: PageName
  readonly permission: Permission
  readonly query?: string
}
const form = '?record=new'
const verbs = {
  refund: { page: 'transactions', permission: 'order.refund', query: '?status=success' },
  manualOrder: { page: 'recordOrder', permission: 'order.manual' },
  topUp: { page: 'cardQuery', permission: 'card.charge' },
  issueCard: { page: 'cardQuery', permission: 'card.issue', query: form },
  reportLoss: { page: 'cardQuery', permission: 'card.loss' },
  closeShift: { page: 'classSettle', permission: 'settlement.close' },
  settleDay: { page: 'daySettle', permission: 'settlement.settleDay' },
  changePrice: { page: 'nowPrice', permission: 'forecourt.price.write' },
  newStaff: { page: 'staffMge', permission: 'access.user.write', query: form },
  newFuel: { page: 'fuelMge', permission: 'forecourt.product.write', query: form },
  newTank: { page: 'tankMge', permission: 'forecourt.tank.write', query: form },
  newStation: { page: 'addStations', permission: 'org.station.write', query: form },
  newCompany: { page: 'addCompanies', permission: 'org.company.create' },
} as const satisfies Record<string, Verb>

/** Acts by their verb, in either language or by initials: 退款, refund, tk. */
export const verbEntries = (profile: Profile | undefined): Entry[] =>
  Object.entries<Verb>(verbs).flatMap(([key, { page, permission, query = '' }]) => {
    const { path } = pageOf(page)!
    if (!mayOpen(page, profile) || !may(permission)) return []
    return [
      {
        id: `verb:${key}`,
        kind: 'action' as const,
        label: wordsFor(`commands.verb_${key}`),
        also: wordsFor(`commands.also_${key}`),
        path: path + query,
      },
    ]
  })
