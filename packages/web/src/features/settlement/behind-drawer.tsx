import {
  lineItems,
  orders,
  refunds,
  settlementBehind,
  transactions,
  userCardDetails,
  type SettleCell,
  type SettleRows,
} from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count, litres, money } from '../../core/money.ts'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { FoundRows, listed, type Listed } from '../../kit/list/found-rows.tsx'
import { reachesHistory } from '../../kit/list/period.ts'
import { addressOf } from '../../kit/page/address.ts'
import { Link } from '../../kit/page/link.tsx'
import { PageLink, type PageLinkProps } from '../../kit/page/page-link.tsx'
import { Drawer } from '../../kit/ui.ts'
import { countedApart, linesBehind, Opening, shiftOf, thingOf, useOpened, useOpening, type Numbers } from './behind.ts'

const lists: Record<SettleRows['of'], Listed> = {
  orders: listed(orders, ['orderNo', 'createdDate', 'status', 'totalCents', 'discountCents', 'paidCents', 'payType', 'employeeId']),
  lineItems: listed(lineItems, [
    'orderId',
    'createdDate',
    'itemId',
    'volumeCl',
    'pieces',
    'amountCents',
    'discountCents',
    'totaliserEndCl',
  ]),
  transactions: listed(transactions, ['serial', 'createdDate', 'payType', 'amountCents', 'orderId', 'userId']),
  refunds: listed(refunds, ['serial', 'createdDate', 'payType', 'paidOutCents', 'orderId', 'userId', 'reason']),
  userCardDetails: listed(userCardDetails, ['createdDate', 'type', 'payType', 'amountCents', 'userCardId', 'operatorId']),
}
const fields = {
  payments: () => t('settle.payments'),
  refundedCents: () => t('settle.refunded'),
  topUpCents: () => t('settle.topUp'),
  expectedCents: () => t('settle.expected'),
  countedCents: () => t('settle.counted'),
  statementCents: () => t('settle.statement'),
  differenceCents: () => t('settle.overShort'),
  orders: () => t('settle.orders'),
  volumeCl: () => t('settle.volume'),
  pieces: () => t('settle.pieces'),
  discountCents: () => t('settle.discount'),
  salesCents: () => t('settle.sales'),
  paidCents: () => t('settle.bridgePaid'),
  earlierCents: () => t('settle.cause_earlier'),
  laterCents: () => t('settle.cause_paidLater'),
  unpaidCents: () => t('settle.cause_unpaid'),
  closedCents: () => t('settle.cause_writtenOff'),
  lateCents: () => t('settle.corrections'),
  takenCents: () => t('settle.taken'),
  soldCl: () => t('settle.sold'),
  lateCl: () => t('settle.late'),
  meteredCl: () => t('settle.metered'),
  drawnCl: () => t('settle.drawn'),
  receivedCl: () => t('settle.received'),
  differenceCl: () => t('settle.gap'),
} satisfies Record<string, () => string>

/** What a number of a block is called. The same word may mean another thing beside another: an amount of goods is not one of money. */
function wordsOf({ block, field }: SettleCell): string {
  if (field === 'amountCents') return t(block === 'items' ? 'settle.total' : 'settle.amount')
  if (field === 'beginCl') return t(block === 'tanks' ? 'settle.tankBegin' : 'settle.begin')
  if (field === 'endCl') return t(block === 'tanks' ? 'settle.dip' : 'settle.end')
  return (fields as Record<string, () => string>)[field]?.() ?? ''
}
const figureOf = (field: string, value: number) =>
  field.endsWith('Cents') ? money(value) : field.endsWith('Cl') ? litres(value) : count(value)

interface FigureProps {
  cell: SettleCell
  value: number | null
  /** As it is shown, where it is shown otherwise. */
  children?: ReactNode
}

/** A number that opens what it was made of; behind nothing there is nothing. */
export function Figure({ cell, value, children }: FigureProps) {
  const addressOfCell = useOpening()
  const text = value === null ? '—' : figureOf(cell.field, value)
  if (!addressOfCell || !value) return <span className={value === null ? 'k-dash' : 'k-number'}>{children ?? text}</span>
  return (
    <Link to={addressOfCell(cell)} className="k-link settle-number" title={t('settle.open')}>
      {children ?? text}
    </Link>
  )
}

/** A settlement whose numbers open what they were made of, in a drawer beside it. */
export function Explained({ of, page, params, children }: { of: Numbers; children: ReactNode } & Pick<PageLinkProps, 'page' | 'params'>) {
  const { opened, close } = useOpened()
  const addressOfCell = (cell: SettleCell) => addressOf(page, params, { behind: JSON.stringify(cell) })
  const thing = opened && thingOf(of, opened)
  const title = opened && thing ? [wordsOf(opened), thing.name].filter(Boolean).join(' · ') : ''
  return (
    <Opening value={addressOfCell}>
      {children}
      <Drawer open={thing !== undefined} onClose={close} title={title} size={1080} destroyOnHidden>
        {opened && thing && <MadeOf of={of} cell={opened} title={title} value={(thing.row as Record<string, number>)[opened.field] ?? 0} />}
      </Drawer>
    </Opening>
  )
}

function MadeOf({ of, cell, title, value }: { of: Numbers; cell: SettleCell; title: string; value: number }) {
  const reading = cell.block === 'nozzles' && (cell.field === 'endCl' || cell.field === 'beginCl')
  const rows = settlementBehind(of, reading ? { ...cell, field: 'soldCl' } : cell) ?? []
  const lines = linesBehind(of, cell)
  const shown = value === 0 && cell.field === 'salesCents' ? salesOf(of, cell) : value
  return (
    <>
      <p className="settle-figure k-number">{figureOf(cell.field, shown)}</p>
      {lines.length > 0 && (
        <dl className="settle-bridge settle-made">
          {lines.map(({ label, text }) => [<dt key={label}>{label}</dt>, <dd key={`${label}:`}>{text}</dd>])}
        </dl>
      )}
      {countedApart(of, cell).map(state => (
        <p key={state.dailyStateId} className="settle-p">
          <PageLink
            page="classSettleDetails"
            params={{ classSettleId: shiftOf(state).id }}
            search={{ behind: JSON.stringify(cell) }}
            className="k-link">
            {shiftOf(state).words}
          </PageLink>
        </p>
      ))}
      {rows.map((part, turn) => (
        <Part key={part.of + part.search} part={part} title={title} prefix={`rows${turn}.`} from={of.businessDay} field={cell.field} />
      ))}
    </>
  )
}

/** What was charged for an item, its discounts taken off. */
function salesOf({ items }: Numbers, { key }: SettleCell): number {
  const item = items.find(({ itemId }) => itemId === key)
  return item ? item.amountCents - item.discountCents : 0
}

interface PartProps {
  part: SettleRows
  title: string
  prefix: string
  from: string
  field: string
}
const names = {
  orders: () => t('settle.behind_orders'),
  lineItems: () => t('settle.behind_lineItems'),
  transactions: () => t('settle.behind_transactions'),
  refunds: () => t('settle.behind_refunds'),
  userCardDetails: () => t('settle.behind_userCardDetails'),
}

/** One list of what a number was made of, and what it adds to it. */
function Part({ part: { of, search, plus, minus, takenAway }, title, prefix, from, field }: PartProps) {
  const name = names[of]()
  return (
    <FoundRows
      {...lists[of]}
      search={search}
      label={`${title} · ${name}`}
      prefix={prefix}
      history={reachesHistory({ from }, today())}
      everywhere
      brief
      head={(found, totals) => {
        const sum = plus === 'count' ? found : totals && totals[plus]! - (minus ? totals[minus]! : 0)
        return (
          <h3 className="settle-h3 settle-part">
            {name}
            <span className="k-number">{sum !== undefined && `${takenAway && sum ? '−' : ''}${figureOf(field, sum)}`}</span>
          </h3>
        )
      }}
    />
  )
}
