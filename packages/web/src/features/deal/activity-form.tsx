import { deals, dealTasks, type RecordNamed } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { TryOffer } from '../../kit/dry-run/try-offer.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { useNamed } from '../../kit/judgement/use-named.ts'
import { activitySentences, namedByActivity } from './activity-words.ts'
import { dealControls, recordsControl } from './deal-controls.tsx'
import { calledBy } from './deal-form.tsx'
import type { ActivityScript } from './use-scripts.ts'
import './deal.css'

export type Activity = RecordNamed<'dealTasks'>

const { stations, products, weekdays, hours } = dealControls
const automatic = [equals('autoIssue', true)]
const controls = {
  stations: stations!,
  products: products!,
  weekdays: weekdays!,
  hours: hours!,
  coupons: recordsControl(deals, 'dealId', { conditions: automatic, placeholder: t('activityForm.chooseCoupons') }),
}

/** One of two has to be there, and not both. */
const either: Readonly<Record<string, readonly [string, string]>> = {
  purchase: ['fromCents', 'fromCl'],
  price: ['centsPerL', 'percent'],
}
const needed: Readonly<Record<string, readonly string[]>> = { topUp: ['fromCents'], lapsed: ['idleDays'], issue: ['tagId'] }
const isThere = (value: unknown): boolean => typeof value === 'number' && value > 0

function activityRules(values: Values, given: number): Rules {
  const { kind, coupons, startTime, endTime, maxIssue } = values
  const [one, other] = either[String(kind)] ?? []
  const both = one !== undefined && isThere(values[one]) && isThere(values[other!])
  const neither = one !== undefined && !isThere(values[one]) && !isThere(values[other!])
  const tooEarly = Boolean(startTime && endTime) && Date.parse(endTime as string) <= Date.parse(startTime as string)
  const many = Array.isArray(coupons) ? coupons.length : 0
  const givenAlready = t('activityForm.givenAlready', { count: count(given) })
  return {
    required: [...(needed[String(kind)] ?? []), ...(neither ? [one] : []), ...(kind === 'price' ? [] : ['coupons'])],
    wrong: {
      ...(both && { [other!]: t('activityForm.oneOfBoth') }),
      endTime: tooEarly ? t('dealForm.endBeforeStart') : undefined,
      coupons:
        kind === 'price' ? undefined : many === 0 ? t('activityForm.noCoupons') : many > 5 ? t('activityForm.fiveCoupons') : undefined,
      maxIssue: isThere(maxIssue) && (maxIssue as number) < given ? givenAlready : undefined,
    },
    ...(given > 0 && { limits: { maxIssue: givenAlready } }),
  }
}

interface ActivityFormProps {
  script: ActivityScript
  activity?: Activity
  onDone: () => void
  onCancel: () => void
}

/** The form of an activity: what its script asks for, what it gives and how often; beside it, what that comes to in plain words. */
export function ActivityForm({ script, activity, onDone, onCancel }: ActivityFormProps) {
  const kind = script.activity
  const gifts = kind === 'price' ? [] : ['coupons', 'giftCount', 'maxIssue']
  const notices = kind === 'price' ? [] : ['smsNotice', 'officialNotice']
  return (
    <div className="deal-form">
      <ActForm
        of={activity ? dealTasks.update : dealTasks.create}
        {...(activity && { id: activity.id, version: activity.version })}
        words={dealTasks.name}
        changes={['dealTasks', 'dealTaskGifts', 'auditLogs']}
        fields={['name', ...script.fields, ...gifts, 'startTime', 'endTime', ...notices, 'description']}
        headings={{
          name: t('activityForm.cause'),
          ...(gifts.length > 0 && { coupons: t('activityForm.gifts') }),
          startTime: t('activityForm.period'),
          ...(notices.length > 0 && { smsNotice: t('activityForm.notices') }),
        }}
        controls={controls}
        defaults={activity ? factsOf(activity) : { kind }}
        rules={values => activityRules({ kind, ...values }, activity?.givenCount ?? 0)}
        effect={values => <Says values={{ kind, ...values }} />}
        submitLabel={t('kit.save')}
        done={t(activity ? 'kit.saved' : 'kit.added')}
        onDone={onDone}
        onCancel={onCancel}
      />
    </div>
  )
}

/** What is sent as it was read. */
const factsOf = (activity: Activity): Values =>
  Object.fromEntries(Object.keys(dealTasks.body.shape).map(name => [name, (activity as unknown as Values)[name]]))

function Says({ values }: { values: Values }) {
  const nameOf = useNamed(namedByActivity(values))
  const lines = activitySentences(values, nameOf)
  return (
    <>
      <h3>{t('dealForm.sentence')}</h3>
      {lines.length === 0 ? (
        <p className="k-quiet">{t('activityForm.toFill')}</p>
      ) : (
        <>
          <ul className="deal-says">
            {lines.map((words, at) => (
              <li key={at}>{words}</li>
            ))}
          </ul>
          <TryOffer name={calledBy(values)} offer={{ dealTask: values as never }} label={t('tryOffer.asEntered')} />
        </>
      )}
    </>
  )
}
