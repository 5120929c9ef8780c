import { attachments, userCardDetails } from '@forecourt/contract'
import { useEffect } from 'react'
import { download } from '../../core/download.ts'
import { equals } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Drill, pathTo } from '../../kit/links.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useMayOpen } from '../../kit/page/access.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { grouped } from '../../kit/show.ts'
import { Button } from '../../kit/ui.ts'
import { actsFor, useCardActs } from './card-acts.tsx'
import { movementColumns, type Movement } from './movements.tsx'
import { isWhole } from './whole-card.ts'

const relations = ['userCard', 'user', 'station', 'operator', 'shift', 'reverses', 'package']
const facts: readonly Fact<Movement>[] = [
  'createdDate',
  { path: 'type', value: row => choiceLabel('userCardDetails', 'type', row.type) },
  'payType',
  'packageId',
  { path: 'receiptStatus', value: row => <Receipt of={row} /> },
  'refundStatus',
  'invoiceStatus',
  {
    path: 'userCardId',
    value: row => <Drill to={pathTo('userCards', row.userCardId)}>{row.userCard ? grouped(row.userCard.number, 'cardNumber') : '—'}</Drill>,
  },
  'userId',
  { path: 'user.mobile' },
  'stationId',
  'operatorId',
  'remark',
]

/** Whether cash came with its receipt, and the receipt itself. */
function Receipt({ of: { receiptStatus, receiptId } }: { of: Movement }) {
  if (!receiptStatus) return '—'
  const words = choiceLabel('userCardDetails', 'receiptStatus', receiptStatus)
  if (!receiptId) return words
  return (
    <Button type="link" size="small" onClick={() => void download(attachments.file, receiptId)}>
      {words} · {t('topUps.openReceipt')}
    </Button>
  )
}

/** Print the receipt; give the top-up back, as long as that has not happened and anyone who is here may. */
function Actions({ detail }: { detail: Movement }) {
  const go = useGo()
  const mayPrint = useMayOpen()('previewPrint')
  const { start, dialogs } = useCardActs()
  const card = detail.refundStatus === 'notRefunded' && isWhole(detail.userCard) ? detail.userCard : undefined
  return (
    <>
      {mayPrint && <Button onClick={() => go('previewPrint', {}, { document: `topUp:${detail.id}` })}>{t('topUps.print')}</Button>}
      {card && actsFor(card).includes('refundCharge') && (
        <Button danger onClick={() => start('refundCharge', { ...card, topUpId: detail.id })}>
          {t('cardPage.refundCharge')}
        </Button>
      )}
      {dialogs}
    </>
  )
}

/** 充值详情: one top-up, the gift that came with it, and what was given back of it. */
export default function RechargeDetailsPage() {
  const { params, setTitle } = usePage()
  const id = Number(params['userCardDetailId'])
  const { data, error, refetch } = useRecord(userCardDetails, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  const at = data && `${choiceLabel('userCardDetails', 'type', data.type)} ${time(data.createdDate, 'minute')}`
  useEffect(() => {
    if (at) setTitle(at)
  }, [at, setTitle])
  if (!data)
    return (
      <>
        <PageHeader />
        {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={8} />}
      </>
    )
  return (
    <>
      <PageHeader title={at} actions={<Actions detail={data} />} />
      <Figures
        of={[
          { label: t('userCardDetails.amountCents'), value: <Money cents={data.amountCents} unit /> },
          { label: t('userCardDetails.principalCents'), value: <Money cents={data.principalCents} unit /> },
          { label: t('userCardDetails.giftCents'), value: <Money cents={data.giftCents} unit /> },
          { label: t('userCardDetails.balanceAfterCents'), value: <Money cents={data.balanceAfterCents} unit /> },
        ]}
      />
      <Section title={t('topUps.facts')}>
        <Descriptions of={userCardDetails} row={data} facts={facts} />
      </Section>
      <Section title={t('topUps.together')}>
        <Related
          of={userCardDetails}
          title={t('topUps.together')}
          where={[equals('userCard.id', data.userCardId), equals('createdDate', data.createdDate)]}
          columns={movementColumns}
        />
      </Section>
      <Section title={t('topUps.takenBack')}>
        <Related
          of={userCardDetails}
          title={t('topUps.takenBack')}
          where={[equals('reverses.id', data.id)]}
          columns={movementColumns}
          empty={t('topUps.nothingBack')}
        />
      </Section>
    </>
  )
}
