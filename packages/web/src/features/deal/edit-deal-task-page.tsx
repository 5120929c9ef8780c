import { dealTasks } from '@forecourt/contract'
import { useEffect } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section } from '../../kit/detail/descriptions.tsx'
import { TryOffer } from '../../kit/dry-run/try-offer.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { History } from '../../kit/history/history.tsx'
import { useNamed } from '../../kit/judgement/use-named.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { ActivityForm, type Activity } from './activity-form.tsx'
import { ActivityGifts } from './activity-gifts.tsx'
import { ActivityState } from './activity-state.tsx'
import { activitySentences, namedByActivity } from './activity-words.ts'
import { OfScript } from './of-script.tsx'
import { TriedBefore } from './tried-before.tsx'
import { useUnderKind } from './under-kind.ts'
import { isOfActivities, type ActivityScript } from './use-scripts.ts'

/** 编辑活动: what it does, whom it gave something, and what it came to. @source requirements MKT-030, MKT-037; decision MK12 */
export default function EditDealTaskPage() {
  const { params } = usePage()
  const id = Number(params['dealTaskId'])
  const { data, error, refetch } = useRecord<Activity>(dealTasks, Number.isSafeInteger(id) && id > 0 ? id : undefined)
  if (data)
    return (
      <OfScript is={isOfActivities} of={({ activity }) => activity === data.kind}>
        {script => <Edit key={data.version} script={script} activity={data} />}
      </OfScript>
    )
  return (
    <>
      <PageHeader />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Edit({ script, activity }: { script: ActivityScript; activity: Activity }) {
  const { setTitle } = usePage()
  const go = useGo()
  const mayWrite = useMay('dealTask.write')
  const isPrice = activity.kind === 'price'
  useUnderKind(script, 'dealTask')
  useEffect(() => setTitle(activity.name), [activity.name, setTitle])
  const back = () => go('dealTask', { scriptId: script.id })
  const nameOf = useNamed(namedByActivity(activity))
  return (
    <div className="deal-record">
      <PageHeader
        title={activity.name}
        meta={
          <>
            <ActivityState of={activity} />
            <span className="k-quiet"> · {script.name}</span>
          </>
        }
        actions={<TryOffer name={activity.name} offer={{ dealTaskId: activity.id }} />}
      />
      {!isPrice && (
        <Section title={t('activityPage.cameTo')}>
          <Descriptions of={dealTasks} row={activity} facts={['givenCount', 'couponCount', 'refusedCount']} />
        </Section>
      )}
      <Section title={t('activityForm.terms')}>
        {mayWrite && activity.timing !== 'completed' ? (
          <ActivityForm script={script} activity={activity} onDone={back} onCancel={back} />
        ) : (
          <ul className="deal-says">
            {activitySentences(activity, nameOf).map((words, at) => (
              <li key={at}>{words}</li>
            ))}
          </ul>
        )}
      </Section>
      {!isPrice && (
        <Section title={t('activityGifts.title')}>
          <ActivityGifts id={activity.id} />
        </Section>
      )}
      <TriedBefore of="dealTask" id={activity.id} />
      <Section title={t('activityPage.history')}>
        <History of={dealTasks} id={activity.id} />
      </Section>
    </div>
  )
}
