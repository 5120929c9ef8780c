import { cardLimits, foldPlate, isPlate } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { offsetOf } from '../../core/offset.ts'
import { instantOf } from '../../core/periods.ts'
import { session } from '../../core/session.ts'
import { zone } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { Reckoning } from '../../kit/judgement/reckoning.tsx'
import { titled } from '../../kit/label.ts'
import { useOptions } from '../../kit/reference-options.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { ScriptControl } from '../../kit/script-form/script-control.tsx'
import { Drawer, Input } from '../../kit/ui.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { shownNumber } from './shown-number.ts'
import type { Card } from './whole-card.ts'
import './card.css'

interface TryFillProps {
  open: boolean
  card: Card
  onClose: () => void
}

interface Told {
  stationId?: number | undefined
  productId?: number | undefined
  amountCents?: number | undefined
  volumeCl?: number | undefined
  plate?: string
  /** What the clock of the station shows then; now when absent. */
  at?: string | undefined
}

/** 试一笔: what a payment of this card would be judged, as far as it is told. */
export default function TryFill({ open, card, onClose }: TryFillProps) {
  return (
    <Drawer title={t('tryFill.title', { number: shownNumber(card) })} open={open} onClose={onClose} size={560} destroyOnHidden>
      <Trial card={card} />
    </Drawer>
  )
}

const tidy = (plate: string) => foldPlate(plate.normalize('NFKC').replaceAll(/\s/g, ''))
const isWrong = (hundredths: number | undefined) => hundredths !== undefined && !(hundredths >= 0)

function Trial({ card }: { card: Card }) {
  const [told, setTold] = useState<Told>({ stationId: session().atStation?.id })
  const tell = (more: Told) => setTold(now => ({ ...now, ...more }))
  const place = useZone(told.stationId)
  const plate = tidy(told.plate ?? '')
  const wrong = {
    plate: plate !== '' && !isPlate(plate) ? t('tryFill.wrongPlate') : undefined,
    amount: isWrong(told.amountCents) ? t('tryFill.wrongAmount') : undefined,
    volume: isWrong(told.volumeCl) ? t('tryFill.wrongAmount') : undefined,
  }
  return (
    <div className="card-try">
      <p className="k-quiet">{t('tryFill.help')}</p>
      <div className="card-try-fields">
        <Row label={t('tryFill.station')}>
          {id => <ReferenceSelect id={id} resource="stations" value={told.stationId} onChange={stationId => tell({ stationId })} />}
        </Row>
        <Row label={t('tryFill.product')}>
          {id => <ReferenceSelect id={id} resource="products" value={told.productId} onChange={productId => tell({ productId })} />}
        </Row>
        <Row label={titled(t('tryFill.amount'), t('kit.unitMoney'))} fault={wrong.amount}>
          {id => <Amount id={id} value={told.amountCents} onChange={cents => tell({ amountCents: cents ?? undefined })} />}
        </Row>
        <Row label={titled(t('tryFill.volume'), t('kit.unitLitre'))} fault={wrong.volume}>
          {id => <Amount id={id} value={told.volumeCl} onChange={cl => tell({ volumeCl: cl ?? undefined })} />}
        </Row>
        <Row label={t('tryFill.plate')} fault={wrong.plate}>
          {id => (
            <Input
              id={id}
              autoComplete="off"
              maxLength={12}
              value={told.plate ?? ''}
              onChange={({ target }) => tell({ plate: target.value })}
            />
          )}
        </Row>
        <Row label={t('tryFill.at')} help={place && t('tryFill.clock', { zone: offsetOf(place) })}>
          {(id, said) => (
            <ScriptControl
              field={moment}
              id={id}
              aria-labelledby={`${id}-name`}
              {...said}
              value={told.at}
              disabled={false}
              onBlur={() => undefined}
              onChange={at => tell({ at: at as string | undefined })}
            />
          )}
        </Row>
      </div>
      {!wrong.plate && !wrong.amount && !wrong.volume && <Answer card={card} told={{ ...told, plate }} zone={place} />}
    </div>
  )
}

const moment = { name: '', type: 'LocalDateTime' } as const

/** Limits go by the clock of the station of sale: a time is read by it, wherever it is asked from. @source decisions CD21 */
function useZone(stationId: number | undefined): string | undefined {
  const rows = useOptions('stations', '', stationId === undefined ? [] : [stationId])
  if (stationId === undefined || stationId === session().atStation?.id) return zone()
  return (rows.find(({ id }) => id === stationId) as { timeZone?: string } | undefined)?.timeZone
}

interface RowProps {
  label: string
  help?: string | undefined
  fault?: string | undefined
  children: (id: string, said: { 'aria-describedby'?: string }) => ReactNode
}

function Row({ label, help, fault, children }: RowProps) {
  const id = useId()
  return (
    <div className={`k-field ${fault ? 'k-wrong' : ''}`}>
      <label id={`${id}-name`} htmlFor={id}>
        {label}
      </label>
      {children(id, help ? { 'aria-describedby': `${id}-said` } : {})}
      {help && (
        <p id={`${id}-said`} className="k-help">
          {help}
        </p>
      )}
      {fault && (
        <p className="k-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

function Answer({ card, told, zone: place }: { card: Card; told: Told; zone: string | undefined }) {
  const { stationId, productId, amountCents, volumeCl, plate, at } = useSettled(told)
  const query = {
    ...(stationId !== undefined && { stationId }),
    ...(productId !== undefined && { productId }),
    ...(amountCents !== undefined && { amountCents }),
    ...(volumeCl !== undefined && { volumeCl }),
    ...(plate && { plate }),
    ...(at && place && { at: instantOf(at.slice(0, 10), at.slice(11), place) }),
  }
  const { data, error, refetch } = useQuery({
    queryKey: ['userCards', 'explain', card.id, query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: !at || place !== undefined,
    queryFn: ({ signal }) => call(cardLimits.explain, { id: card.id, query }, { signal }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={8} />
  return (
    <section aria-label={t('tryFill.answer')} aria-live="polite">
      <Reckoning lines={data.lines} deciding={data.deciding} message={data.message} />
    </section>
  )
}
