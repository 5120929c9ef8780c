import { deals, items, type RecordNamed } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { TryOffer } from '../../kit/dry-run/try-offer.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { useNamed } from '../../kit/judgement/use-named.ts'
import { Alert } from '../../kit/ui.ts'
import { dealControls } from './deal-controls.tsx'
import { dealRules } from './deal-rules.ts'
import { costWords, dealSentences, namedBy } from './deal-words.ts'
import type { DealScript } from './use-scripts.ts'
import './deal.css'

export type Deal = RecordNamed<'deals'>

/** The fields of every coupon, by the part of the form that they stand in. */
const parts = {
  howMany: ['maxCount', 'perUser', 'unusedMost', 'budgetCents'],
  forWhom: ['members', 'tags'],
  where: [
    'startTime',
    'endTime',
    'validDays',
    'stations',
    'products',
    'items',
    'deviceTypes',
    'payTypes',
    'weekdays',
    'hours',
    'minimumCents',
  ],
  flags: ['hidden', 'manualReceive', 'promotionAllowed', 'autoIssue', 'stackable', 'joinsReduced'],
  look: ['description', 'pictureId'],
} as const
const partNames = Object.keys(parts) as (keyof typeof parts)[]

/** The form of a coupon: what its script asks for, then what every coupon has; beside it, what that comes to in plain words. */
export function DealForm({
  script,
  deal,
  onDone,
  onCancel,
}: {
  script: DealScript
  deal?: Deal
  onDone: () => void
  onCancel: () => void
}) {
  const issued = deal?.claimCount ?? 0
  const own = ['name', ...script.fields]
  const rest = partNames.map(part => [part, parts[part].filter(name => !own.includes(name))] as const)
  const headings = { name: t('dealForm.gives'), ...Object.fromEntries(rest.map(([part, names]) => [names[0]!, t(`dealForm.${part}`)])) }
  return (
    <div className="deal-form">
      {issued > 0 && <Alert type="info" showIcon title={t('dealForm.keepsTerms', { count: count(issued) })} />}
      <ActForm
        of={deal ? deals.update : deals.create}
        {...(deal && { id: deal.id, version: deal.version })}
        words={deals.name}
        changes={['deals', 'userDeals', 'scripts', 'auditLogs']}
        fields={[...own, ...rest.flatMap(([, names]) => names)]}
        headings={headings}
        controls={dealControls}
        defaults={deal ? factsOf(deal) : { kind: script.gives, ...(script.gives === 'goods' && { pieces: 1 }) }}
        when={when}
        rules={values => dealRules({ kind: script.gives, ...values }, issued)}
        effect={values => <Says values={{ kind: script.gives, ...values }} />}
        submitLabel={t('kit.save')}
        done={t(deal ? 'kit.saved' : 'kit.added')}
        onDone={onDone}
        onCancel={onCancel}
      />
    </div>
  )
}

/** Tags are those of members. */
const when = { tags: ({ members }: Values) => members !== 'nonMembers' }

/** What is sent as it was read. */
const factsOf = (deal: Deal): Values =>
  Object.fromEntries(Object.keys(deals.body.shape).map(name => [name, (deal as unknown as Values)[name]]))

/** What it is called, as soon as that is entered. */
export const calledBy = ({ name }: Values): string => (typeof name === 'string' && name.trim()) || t('dealForm.unnamed')

/** What the coupon does, computed with every key. */
function Says({ values }: { values: Values }) {
  const nameOf = useNamed(namedBy(values))
  const { itemId, kind } = values
  const { data: item } = useRecord(items, kind === 'goods' && typeof itemId === 'number' ? itemId : undefined, [])
  const lines = dealSentences(values, nameOf)
  return (
    <>
      <h3>{t('dealForm.sentence')}</h3>
      {lines.length === 0 ? (
        <p className="k-quiet">{t('dealForm.toFill')}</p>
      ) : (
        <>
          <ul className="deal-says">
            {lines.map((words, at) => (
              <li key={at}>{words}</li>
            ))}
          </ul>
          <p>{costWords(values, item?.priceCents ?? undefined)}</p>
          <TryOffer name={calledBy(values)} offer={{ deal: values as never }} label={t('tryOffer.asEntered')} />
        </>
      )}
    </>
  )
}
