import { deals } from '@forecourt/contract'
import { useEffect } from 'react'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { TryOffer } from '../../kit/dry-run/try-offer.tsx'
import { DealForm, type Deal } from './deal-form.tsx'
import { OfScript } from './of-script.tsx'
import { TriedBefore } from './tried-before.tsx'
import { useUnderKind } from './under-kind.ts'
import { isOfDeals } from './use-scripts.ts'

/** 编辑优惠券: the record first, then the script that it was made by. @source requirements MKT-030, MKT-040; decision MK12 */
export default function EditDealPage() {
  const { params } = usePage()
  const id = Number(params['dealId'])
  const { data, error, refetch } = useRecord<Deal>(deals, Number.isSafeInteger(id) && id > 0 ? id : undefined)
  if (data)
    return (
      <OfScript is={isOfDeals} of={({ gives }) => gives === data.kind}>
        {script => <Edit key={data.version} script={script} deal={data} />}
      </OfScript>
    )
  return (
    <>
      <PageHeader />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Edit({ script, deal }: Pick<Required<Parameters<typeof DealForm>[0]>, 'script' | 'deal'>) {
  const { setTitle } = usePage()
  const go = useGo()
  useUnderKind(script, 'deal')
  useEffect(() => setTitle(deal.name), [deal.name, setTitle])
  const back = () => go('deal', { scriptId: script.id })
  return (
    <div className="deal-record">
      <PageHeader
        title={t('dealPage.editTitle', { name: deal.name })}
        meta={
          <>
            <StatusTag of="deals" field="timing" value={deal.timing} />
            <span className="k-quiet"> · {script.name}</span>
          </>
        }
        actions={<TryOffer name={deal.name} offer={{ dealId: deal.id }} />}
      />
      <Section title={t('dealForm.terms')}>
        <DealForm script={script} deal={deal} onDone={back} onCancel={back} />
      </Section>
      <TriedBefore of="deal" id={deal.id} />
    </div>
  )
}
