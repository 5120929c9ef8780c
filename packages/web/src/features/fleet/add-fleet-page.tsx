import { openFleet, topUpOffers } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { session, useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { allRules, confirmAmount, confirmWhen } from '../../kit/form/confirmed.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { ProductOfMoney } from '../../kit/product-select.tsx'
import { linesOf, type Offers } from '../../kit/top-up/gift-lines.ts'
import './fleet.css'

const terms = ['valueMode', 'invoiceType', 'discountId', 'endTime', 'employeeCards', 'miniProgramOff', 'earnsPoints', 'levelUpgrade']
const facts = ['name', 'leaderMobile', 'leaderName', ...terms, 'remark']
const card = ['masterNumber', 'cardId', 'payPassword', 'identityChecked']
const money = ['amountCents', 'payType', 'receiptId', 'withoutReceipt', 'confirmAmountCents']
const changes = ['groups', 'userCards', 'userCardDetails']
const hasMaster = ({ masterNumber }: Values) => Boolean(masterNumber)
const hasMoney = (values: Values) => hasMaster(values) && typeof values['amountCents'] === 'number' && values['amountCents'] > 0
const isCash = (values: Values) => hasMoney(values) && values['payType'] === 'cash'
const when = {
  cardId: hasMaster,
  payPassword: hasMaster,
  identityChecked: hasMaster,
  amountCents: hasMaster,
  payType: hasMoney,
  receiptId: isCash,
  withoutReceipt: (values: Values) => isCash(values) && !values['receiptId'],
  ...confirmWhen(),
}
/** A master card holds money. */
const controls = { cardId: ProductOfMoney }
const rules = (values: Values) =>
  allRules(hasMoney(values) ? confirmAmount(values, values['amountCents']) : undefined, {
    required: [...(hasMaster(values) ? ['cardId'] : []), ...(hasMoney(values) ? ['payType'] : [])],
  })

/** Which gift the first money brings, and what is missing to a larger one, is told while it is typed. */
const offersFor = (values: Values) => {
  const { amountCents } = values
  return hasMoney(values)
    ? {
        key: ['debitItems', 'tier', 'master', amountCents],
        read: (signal: AbortSignal) => call(topUpOffers, { query: { kind: 'master', amountCents: amountCents as number } }, { signal }),
      }
    : undefined
}
const giftOf = (values: Values, offers: Offers | undefined) =>
  hasMoney(values) && linesOf({ amountCents: values['amountCents'], mode: 'amount' }, [], offers).map(line => <p key={line}>{line}</p>)

/** 新增单位会员: one form, one act: fleet, leader, papers, master card and the first top-up. @source requirement FLT-021 */
export default function AddFleetPage() {
  const go = useGo()
  const [turn, setTurn] = useState(0)
  const mayIssue = useMay('card.issue')
  const mayCharge = useMay('card.charge') && session().atStation !== undefined
  const fields = [...facts, ...(mayIssue ? card : []), ...(mayIssue && mayCharge ? money : []), 'attachments']
  const opened = (userCardId: number | null) => {
    setTurn(now => now + 1)
    if (userCardId === null) go('unitMember')
    else go('assgin', { userCardId })
  }
  return (
    <>
      <PageHeader />
      <Section title={t('fleetPage.open')}>
        <div className="fleet-open">
          <ActForm
            key={turn}
            of={openFleet}
            words="groups"
            fields={fields}
            controls={controls}
            when={when}
            rules={rules}
            preview={offersFor}
            effect={giftOf}
            changes={changes}
            submitLabel={t('fleetPage.open')}
            done={t('fleetPage.opened')}
            onDone={({ userCardId }) => opened(userCardId)}
            onCancel={() => go('unitMember')}
          />
        </div>
      </Section>
    </>
  )
}
