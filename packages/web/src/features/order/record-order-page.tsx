import { manualOrders, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import { askedAnew } from '../../kit/asked-anew.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { lineWords, shiftWords } from './cells.tsx'
import { codesControl, couponsControl, couponsOf, noCoupons, useCoupons, type Coupon } from './record-coupons.tsx'
import { FindHolds, holdControl, noHolds, typedCard } from './record-hold.tsx'
import { needsSerial, tenderControl } from './tenders-here.tsx'
import { useSettled } from '../../kit/use-settled.ts'
import { ToGive } from './to-give.tsx'
import { WithheldList } from './withheld.tsx'
import './record-order.css'

const fields = [
  'createdDate',
  'nozzleControlId',
  'fuelMethod',
  'lineItems',
  'discountName',
  'cardNumber',
  'payType',
  'couponCodes',
  'userDealIds',
  'authorisationId',
  'externalSerialNo',
  'employeeId',
  'remark',
]
const isReduced = ({ discountCents }: Values): boolean => typeof discountCents === 'number' && discountCents > 0
const lines = (values: Values): Values[] => (values['lineItems'] as Values[] | undefined) ?? []
const when = {
  discountName: (values: Values) => lines(values).some(isReduced),
  externalSerialNo: ({ payType }: Values) => payType !== undefined && payType !== 'card' && needsSerial(payType),
}
const changes = ['orders', 'transactions', 'lineItems', 'userCards', 'userCardDetails', 'authorisations', 'userDeals', 'deals', 'home']

/** 补录订单: a sale that no device reported, with its reason; what it would come to is said beforehand. */
export default function RecordOrderPage() {
  const { title } = usePage()
  const go = useGo()
  const atStation = useSession(session => session.atStation)
  const [turn, setTurn] = useState(0)
  const [holds, setHolds] = useState(noHolds)
  const { coupons, isProposed, choose, noteCoupons } = useCoupons()
  const offered = useMemo(() => {
    const isOffered = ({ payType }: Values) => payType === 'card' && holds.length > 0
    return {
      when: { ...when, authorisationId: isOffered, userDealIds: () => coupons.length > 0 },
      controls: {
        payType: tenderControl(['card']),
        authorisationId: holdControl(holds),
        couponCodes: codesControl,
        userDealIds: couponsControl(coupons, isProposed, choose),
      },
    }
  }, [holds, coupons, isProposed, choose])
  if (!atStation)
    return (
      <>
        <PageHeader title={title} />
        <p className="k-quiet">{t('manualOrder.chooseStation')}</p>
      </>
    )
  return (
    <>
      <PageHeader title={title} />
      <Section title={t('manualOrder.missed')}>
        <div className="record-order">
          <ActForm
            key={`${atStation.id}:${turn}`}
            of={manualOrders.enter}
            words="manualOrder"
            changes={changes}
            fields={fields}
            {...offered}
            defaults={{ lineItems: [{ discountCents: 0 }], payType: 'cash' }}
            effect={values => (
              <>
                <FindHolds values={values} stationId={atStation.id} found={setHolds} />
                <Preview values={values} holdIds={holds.map(({ id }) => id)} isProposed={isProposed} found={noteCoupons} />
              </>
            )}
            submitLabel={t('manualOrder.enter')}
            done={t('manualOrder.entered')}
            onDone={({ id }) => {
              setTurn(turn + 1)
              choose(true)
              noteCoupons(noCoupons)
              go('allDetails', { orderId: id })
            }}
          />
        </div>
      </Section>
    </>
  )
}

/** What is reckoned of what was entered so far; nothing while there is too little of it. */
function basketOf(values: Values, holdIds: readonly number[], isProposed: boolean): Values | undefined {
  const lineItems = lines(values).filter(line => (line['volumeCl'] === undefined) !== (line['pieces'] === undefined))
  if (lineItems.length === 0 || lineItems.length < lines(values).length) return undefined
  const { createdDate, nozzleControlId, payType, authorisationId, discountName } = values
  if (nozzleControlId === undefined && lineItems.some(line => line['itemId'] === undefined)) return undefined
  const cardNumber = typedCard(values)
  const isHeld = payType === 'card' && holdIds.includes(authorisationId as number)
  const known = Object.fromEntries(Object.entries({ createdDate, nozzleControlId }).filter(([, value]) => value))
  const discount = lineItems.some(isReduced) ? { discountName: discountName || t('manualOrder.unnamed') } : {}
  return {
    ...known,
    ...(cardNumber !== undefined && { cardNumber }),
    ...(isHeld && { authorisationId }),
    ...discount,
    ...couponsOf(values, isProposed),
    lineItems,
  }
}

interface PreviewProps {
  values: Values
  holdIds: readonly number[]
  isProposed: boolean
  found: (coupons: readonly Coupon[]) => void
}

function Preview({ values, holdIds, isProposed, found }: PreviewProps) {
  const body = useSettled(basketOf(values, holdIds, isProposed))
  const { data, error } = useQuery({
    queryKey: ['orders', 'preview', body],
    enabled: body !== undefined,
    retry: false,
    queryFn: ({ signal }) => call(manualOrders.preview, { body: body as never }, { signal }),
    ...askedAnew,
  })
  const atHand = body && data?.userDeals
  useEffect(() => {
    if (atHand) found(atHand)
  }, [atHand, found])
  if (!body) return <div className="k-quiet">{t('manualOrder.tooLittle')}</div>
  if (error) return <div role="alert">{wordsOfError(error)}</div>
  if (!data) return <div>{t('sales.reckoning')}</div>
  return <Reckoned of={data} isHeld={body['authorisationId'] !== undefined} />
}

type Answer = Returned<typeof manualOrders.preview>
function Reckoned({ of, isHeld }: { of: Answer; isHeld: boolean }) {
  const { lineItems, discounts, withheld, totalCents, tenders, shift, belongsShift } = of
  // What coupons give or do not give stands where they are chosen.
  const brought = withheld.filter(({ kind }) => kind !== 'coupon')
  const card = tenders.find(({ payType }) => payType === 'card')
  return (
    <>
      <dl className="record-order-sum">
        {lineItems.map((line, at) => (
          <div key={at}>
            <dt>{lineWords(line)}</dt>
            <dd>{inCurrency(line.amountCents)}</dd>
          </div>
        ))}
        {discounts.map((discount, at) => (
          <div key={`discount ${at}`}>
            <dt>{discount.name || choiceLabel('orderDiscounts', 'kind', discount.kind)}</dt>
            <dd>−{inCurrency(discount.amountCents)}</dd>
          </div>
        ))}
        <div className="record-order-total">
          <dt>{t('manualOrder.total')}</dt>
          <dd>{inCurrency(totalCents)}</dd>
        </div>
      </dl>
      {brought.length > 0 && <WithheldList of={brought} />}
      <ToGive of={of.gifts} coupons={of.coupons} />
      {lineItems.some(({ priceDifference }) => priceDifference) && <div>{t('sales.priceHelp')}</div>}
      {card?.refusal && <div role="alert">{card.refusal.message}</div>}
      {card && (card.coversCents > 0 || isHeld) && (
        <div>
          {t(isHeld ? 'manualOrder.byHold' : 'manualOrder.byCard', {
            principal: inCurrency(card.principalCents),
            gift: inCurrency(card.giftCents),
            rest: inCurrency(card.restCents),
          })}
        </div>
      )}
      <div>
        {belongsShift
          ? t('manualOrder.corrects', { shift: shiftWords(shift), other: shiftWords(belongsShift) })
          : t('manualOrder.counts', { shift: shiftWords(shift) })}
      </div>
    </>
  )
}
