import { priceChangeProof, priceChanges, type PriceStrategy } from '@forecourt/contract'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { DialogButton } from '../../kit/form/dialog-button.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { laterDialog } from '../../kit/later.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { ReferencesSelect } from '../../kit/reference.tsx'
import { Select } from '../../kit/ui.ts'
import type { Line, Seen } from './price-change-words.tsx'
import { PriceEntries } from './price-entries.tsx'
import { PricePreview } from './price-preview.tsx'
import { priceChanges as changed } from './set-back.tsx'
import './price-change.css'

const PriceReplayDialog = laterDialog(() => import('./price-replay-dialog.tsx'))
const fieldsOf = { scheduled: ['stationIds', 'fromAt', 'clock', 'prices'], immediate: ['stationIds', 'prices'] } as const
const changes = [priceChanges.name, ...changed]

const stationsControl: OwnControl = ({ field: _field, values: _values, change: _change, value, onChange, ...rest }) => (
  <ReferencesSelect
    {...rest}
    resource="stations"
    value={(value ?? []) as number[]}
    placeholder={t('kit.chooseOne')}
    {...(onChange && { onChange })}
  />
)
const clockControl: OwnControl = ({ field: _field, values: _values, change: _change, value, onChange, ...rest }) => (
  <Select
    {...rest}
    value={(value as string | undefined) ?? null}
    placeholder={t('kit.chooseOne')}
    style={{ width: '100%' }}
    options={['instant', 'local'].map(each => ({ value: each, label: choiceLabel(priceChanges.name, 'clock', each) }))}
    onChange={(chosen: string | null) => onChange?.(chosen ?? undefined)}
  />
)

const linesOf = (values: Values): Line[] => (values['prices'] as Line[] | undefined) ?? []
const isPrice = ({ priceCents }: Line) => Number.isSafeInteger(priceCents) && priceCents >= 0

/** What can be asked of what was entered so far. */
function asked({ stationIds, fromAt, clock, ...values }: Values) {
  const ids = (stationIds ?? []) as number[]
  if (ids.length === 0) return undefined
  const when = { ...(typeof fromAt === 'string' && { fromAt }), ...(clock !== undefined && { clock: clock as 'instant' | 'local' }) }
  return { stationIds: ids, ...when, prices: linesOf(values).filter(isPrice) }
}

/** A change of prices from now, or from a later time on: what each fuel costs now stands beside what it is to cost. */
export function PriceForm({ strategy }: { strategy: PriceStrategy }) {
  const go = useGo()
  const atStation = useSession(session => session.atStation)
  const [seen, setSeen] = useState<Seen>()
  const asksPin = useRef(false)
  const controls = useMemo(() => {
    const prices: OwnControl = ({ value, onChange, values }) => (
      <PriceEntries
        seen={((values['stationIds'] ?? []) as number[]).length > 0 ? seen : undefined}
        value={(value ?? []) as Line[]}
        onChange={next => onChange?.(next)}
      />
    )
    return { stationIds: stationsControl, clock: clockControl, prices }
  }, [seen])
  const preview = (values: Values) => {
    const body = asked(values)
    if (!body) return undefined
    const read = async (signal: AbortSignal) => {
      const answer = await call(priceChanges.preview, { body }, { signal, quiet: true })
      asksPin.current = answer.pin
      setSeen(answer)
      return answer
    }
    return { key: [priceChanges.name, 'preview', body], read }
  }
  const zonesDiffer = seen?.zonesDiffer === true
  const rules = (values: Values, answer: Seen | undefined): Rules => rulesOf(values, answer ?? seen)
  const done = strategy === 'scheduled' ? t('priceChange.scheduledDone') : t('priceChange.changedDone')
  return (
    <>
      <PageHeader />
      <Section title={t('priceChange.prices')}>
        <div className="price-form">
          <ActForm<typeof priceChanges.add, Seen>
            key={atStation?.id}
            of={priceChanges.add}
            words={priceChanges.name}
            fields={fieldsOf[strategy]}
            when={{ clock: () => zonesDiffer }}
            controls={controls}
            changes={changes}
            defaults={{ strategy, stationIds: atStation ? [atStation.id] : [], prices: [] }}
            preview={preview}
            rules={rules}
            effect={(values, answer) => <Effect of={answer ?? seen} values={values} timed={typeof values['fromAt'] === 'string'} />}
            pinFor={values => (asksPin.current ? priceChangeProof(linesOf(values)) : undefined)}
            submitLabel={strategy === 'scheduled' ? t('priceChange.schedule') : t('priceChange.change')}
            done={done}
            onDone={() => go('changePrice')}
            onCancel={() => go('changePrice')}
          />
        </div>
      </Section>
    </>
  )
}

/** What the change would do, and what past sales come to by it. */
const Effect = ({ of, values, timed }: { of: Seen | undefined; values: Values; timed: boolean }) =>
  of && (
    <>
      <PricePreview of={of} timed={timed} />
      <Replay values={values} />
    </>
  )

/** What the sales of the last weeks come to at these prices. */
function Replay({ values }: { values: Values }) {
  const prices = linesOf(values).filter(isPrice)
  const stationIds = (values['stationIds'] ?? []) as number[]
  if (prices.length === 0 || stationIds.length === 0) return null
  return (
    <DialogButton label={t('priceReplay.open')}>
      {dialog => <PriceReplayDialog stationIds={stationIds} prices={prices} {...dialog} />}
    </DialogButton>
  )
}

/** What stands against the change: each word beneath the field that it is about. */
function rulesOf(values: Values, seen: Seen | undefined): Rules {
  const { fromAt, clock, stationIds } = values
  const lines = linesOf(values)
  const late = typeof fromAt === 'string' && clock !== 'local' && Date.parse(fromAt) <= Date.now()
  const none = ((stationIds ?? []) as number[]).length > 0 && lines.length === 0
  return {
    required: ['stationIds', 'fromAt', 'prices', ...(seen?.zonesDiffer ? ['clock'] : [])],
    wrong: {
      fromAt: late ? t('priceChange.notLater') : undefined,
      prices: lines.some(line => !isPrice(line)) ? t('priceChange.notPrice') : none ? t('priceChange.enterPrice') : undefined,
    },
    unfinished: none ? ['prices'] : [],
  }
}
