import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { DealForm } from './deal-form.tsx'
import { OfScript, numbered } from './of-script.tsx'
import { useUnderKind } from './under-kind.ts'
import { isOfDeals, type DealScript } from './use-scripts.ts'

/** 新增优惠券 of the kind in the address. @source requirement MKT-039 */
export default function AddDealPage() {
  const { params } = usePage()
  return (
    <OfScript is={isOfDeals} of={numbered(params['scriptId'])}>
      {script => <Add key={script.id} script={script} />}
    </OfScript>
  )
}

function Add({ script }: { script: DealScript }) {
  const { setTitle } = usePage()
  const go = useGo()
  const [turn, setTurn] = useState(0)
  const title = t('dealPage.addTitle', { name: script.name })
  useUnderKind(script, 'deal')
  useEffect(() => setTitle(title), [title, setTitle])
  const back = () => go('deal', { scriptId: script.id })
  return (
    <>
      <PageHeader title={title} meta={<span className="k-quiet">{script.description}</span>} />
      <Section title={t('dealForm.terms')}>
        <DealForm
          key={turn}
          script={script}
          onDone={() => {
            // The page stays open in its tab: it is empty for the next one.
            setTurn(turn + 1)
            back()
          }}
          onCancel={back}
        />
      </Section>
    </>
  )
}
