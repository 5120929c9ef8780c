import { allows, authorisationActs, authorisations, cardHolds } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { call, newAct } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { may } from '../../core/session.ts'
import { lasting } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { choiceLabel } from '../../kit/label.ts'
import { laterDialog } from '../../kit/later.tsx'
import { open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { grouped } from '../../kit/show.ts'
import { Button } from '../../kit/ui.ts'
import { holdChanges, priceWords, type Evidence, type Hold } from './hold-shared.ts'
import './card.css'

const ReleaseForm = laterDialog(() => import('./release-form.tsx'))

const filters: readonly FilterInput<Hold>[] = [
  'status',
  'cardNumber',
  'createdDate',
  'nozzleControlId',
  'productId',
  'plate',
  'grayReason',
  'discountName',
  'approvedCents',
  'operatorId',
]
const isHeld = ({ status }: Hold) => status === 'open' || status === 'gray'
const age = (hold: Hold) => (isHeld(hold) ? lasting(Math.max(0, Date.now() - Date.parse(hold.createdDate))) : '')
/** Why it is gray, or was released. */
const why = ({ grayReason, reason }: Hold) => reason || (grayReason ? choiceLabel('authorisations', 'grayReason', grayReason) : '')
/** A discount has a name as long as its company likes: it goes over several lines. */
const price = (hold: Hold) => <span className="card-price">{priceWords(hold)}</span>
const columnsIn = (): readonly ColumnInput<Hold>[] => [
  { path: 'createdDate', width: 170 },
  { path: 'status', width: 90 },
  { key: 'age', title: t('holds.age'), cell: age, text: age, width: 90, phone: 'more' },
  { path: 'userCardId', width: 165, phone: 'what' },
  { path: 'approvedCents', width: 110, phone: 'amount' },
  { path: 'fillPriceCents', cell: price, text: priceWords, width: 240, align: 'left', phone: 'more' },
  { key: 'why', title: t('holds.why'), cell: why, text: why, width: 150, phone: 'more' },
  { path: 'nozzleControlId', width: 70, phone: 'more' },
  { path: 'stationId', width: 150, phone: 'more' },
  { path: 'capturedCents', phone: 'more' },
  { path: 'orderId', phone: 'more' },
  { path: 'productId', phone: 'more' },
  { path: 'approvedCl', phone: 'more' },
  { path: 'plate', width: 110, phone: 'more' },
  { path: 'endedAt', phone: 'more' },
  { path: 'grayAt', hidden: true },
  { path: 'grayReason', hidden: true },
  { path: 'reason', hidden: true },
  { path: 'cardNumber', hidden: true },
  { path: 'wantedCents', hidden: true },
  { path: 'wantedCl', hidden: true },
  { path: 'priceCents', hidden: true },
  { path: 'discountName', hidden: true },
  { path: 'discountKind', hidden: true },
  { path: 'principalCents', hidden: true },
  { path: 'giftCents', hidden: true },
  { path: 'odometerKm', hidden: true },
  { path: 'deviceId', hidden: true },
  { path: 'operatorId', hidden: true },
]

/** 预授权: what is held of cards, what turned gray, and how each ended. */
export default function HoldsList({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ hold: Hold; evidence: Evidence }>()
  const start = useHoldActs((hold, evidence) => setAsked({ hold, evidence }))
  const columns = useMemo(() => columnsIn(), [])
  const acts = useMemo(() => (hold: Hold) => <RowActs hold={hold} start={start} />, [start])
  return (
    <>
      <ListPage
        of={authorisations}
        columns={columns}
        filters={filters}
        periodBar={false}
        emptyHint={t('holds.empty')}
        onOpen={press}
        rowActions={acts}>
        {children}
      </ListPage>
      <ReleaseForm open={asked !== undefined} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function press({ userCardId }: Hold): void {
  const path = pathTo('userCards', userCardId)
  if (path) open(path)
}

type HoldAct = 'void' | 'release'
type Start = (act: HoldAct, hold: Hold) => void

/** What a till asked for is voided by staff until it is overdue; what a pump asked for is ended by the pump, or released. */
const actsOf = (hold: Hold): HoldAct[] => [
  ...(hold.status === 'open' && hold.deviceId === null && may(cardHolds.void.permission) ? ['void' as const] : []),
  ...(allows(authorisationActs.release, hold.status) && may(cardHolds.release.permission) ? ['release' as const] : []),
]

const RowActs = ({ hold, start }: { hold: Hold; start: Start }) =>
  actsOf(hold).map(act => (
    <Button key={act} type="link" size="small" onClick={() => start(act, hold)}>
      {t(`holds.${act}`)}
    </Button>
  ))

/** A void, and a release that the numbers of the device prove, are asked about once; any other release is a form. */
function useHoldActs(onUnproven: (hold: Hold, evidence: Evidence) => void): Start {
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  const said = ({ cardNumber, approvedCents }: Hold) => ({ number: grouped(cardNumber, 'cardNumber'), amount: inCurrency(approvedCents) })
  const done = async (words: string) => {
    await Promise.all(holdChanges.map(name => cache.invalidateQueries({ queryKey: [name] })))
    toast.done(words)
  }
  const doVoid = async (hold: Hold) => {
    if (!(await confirm({ text: t('holds.voidAsk', said(hold)), ok: t('holds.void') }))) return
    await call(cardHolds.void, { id: hold.id }, { act: newAct() })
    await done(t('holds.voided'))
  }
  const doRelease = async (hold: Hold) => {
    const evidence = await call(cardHolds.evidence, { id: hold.id })
    if (!evidence.proven) return onUnproven(hold, evidence)
    const text = t('holds.releaseAsk', { ...said(hold), sequence: evidence.laterSequence ?? '' })
    if (!(await confirm({ text, ok: t('holds.release') }))) return
    await call(cardHolds.release, { id: hold.id, body: {} }, { act: newAct() })
    await done(t('holds.released'))
  }
  return (act, hold) => void (act === 'void' ? doVoid(hold) : doRelease(hold)).catch(error => toast.failed(error))
}
