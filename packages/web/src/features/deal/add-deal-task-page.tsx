import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { ActivityForm } from './activity-form.tsx'
import { numbered, OfScript } from './of-script.tsx'
import { useUnderKind } from './under-kind.ts'
import { isOfActivities, type ActivityScript } from './use-scripts.ts'

/** 新增活动 of the kind in the address. @source requirement MKT-036 */
export default function AddDealTaskPage() {
  const { params } = usePage()
  return (
    <OfScript is={isOfActivities} of={numbered(params['scriptId'])}>
      {script => <Add key={script.id} script={script} />}
    </OfScript>
  )
}

function Add({ script }: { script: ActivityScript }) {
  const { setTitle } = usePage()
  const go = useGo()
  const [turn, setTurn] = useState(0)
  const title = t('dealPage.addTitle', { name: script.name })
  useUnderKind(script, 'dealTask')
  useEffect(() => setTitle(title), [title, setTitle])
  const back = () => go('dealTask', { scriptId: script.id })
  return (
    <>
      <PageHeader title={title} meta={<span className="k-quiet">{script.description}</span>} />
      <Section title={t('activityForm.terms')}>
        <ActivityForm
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
