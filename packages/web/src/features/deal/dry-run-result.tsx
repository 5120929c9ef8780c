import { uptakeStep, type DryRunLevel, type DryRunResult as Result } from '@forecourt/contract'
import { useId, useState } from 'react'
import { count, inCurrency, litres, money, percent } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Empty } from '../../kit/feedback/states.tsx'
import { Button, Segmented } from '../../kit/ui.ts'
import { Clashes } from './dry-run-clashes.tsx'
import { DryRunOrders, type Behind } from './dry-run-orders.tsx'
import type { DryRun } from './dry-run-columns.tsx'

/** A coupon that a number or a budget ends. */
const isLimited = ({ offer }: DryRun): boolean => Boolean(offer['maxCount']) || Boolean(offer['budgetCents'])
const share = (part: number, of: number): string => percent(of === 0 ? 0 : Math.round((part / of) * 1000) / 10)

/** What a dry run came to, for the share of customers that is chosen; every figure opens its sales. */
export function DryRunResult({ run, of }: { run: DryRun; of: Result }) {
  const [uptake, setUptake] = useState(100)
  const [behind, setBehind] = useState<Behind>()
  const level = of.levels.find(each => each.uptake === uptake) ?? of.levels.at(-1)!
  const isReal = run.holders === 'real'
  return (
    <>
      <Section title={t('dryRunPage.result')}>
        {!isReal && <Uptake of={of} uptake={level.uptake} onChange={setUptake} />}
        <Sums of={of} level={level} isReal={isReal} isLimited={!isReal && isLimited(run)} onOpen={() => setBehind({})} />
        <Said of={of} level={level} isReal={isReal} />
      </Section>
      <Days level={level} onOpen={day => setBehind({ day })} />
      <Section title={t('dryRunPage.clashes')}>
        {level.clashes.length === 0 ? (
          <p className="k-quiet">{t('dryRunPage.noClashes')}</p>
        ) : (
          <Clashes of={level.clashes} onOpen={clash => setBehind({ clash })} />
        )}
      </Section>
      {behind && <DryRunOrders id={run.id} uptake={level.uptake} behind={behind} onClose={() => setBehind(undefined)} />}
    </>
  )
}

function Uptake({ of, uptake, onChange }: { of: Result; uptake: number; onChange: (uptake: number) => void }) {
  const [label, help] = [useId(), useId()]
  if (of.levels.length === 1) return <p className="k-quiet">{t('dryRunPage.everybody')}</p>
  return (
    <div className="dry-run-uptake">
      <label htmlFor={label}>{t('dryRunPage.uptake', { share: uptake })}</label>
      <input
        id={label}
        type="range"
        min={uptakeStep}
        max={100}
        step={uptakeStep}
        value={uptake}
        aria-valuetext={t('dryRunPage.uptake', { share: uptake })}
        aria-describedby={help}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <span id={help} className="k-quiet">
        {t('dryRunPage.uptakeHelp')}
      </span>
    </div>
  )
}

interface PartProps {
  of: Result
  level: DryRunLevel
  isReal: boolean
}

function Sums({ of, level, isReal, isLimited, onOpen }: PartProps & { isLimited: boolean; onOpen: () => void }) {
  const { orders, customers, litresCl, givesCents, costCents, runsOut, margin } = level
  const rest = { gives: inCurrency(givesCents), rest: inCurrency(givesCents - costCents) }
  const isAll = givesCents === costCents
  return (
    <Figures
      of={[
        {
          label: t('dryRunPage.cost'),
          value: inCurrency(costCents),
          ...(!isAll && { note: t(isReal ? 'dryRunPage.costReal' : 'dryRunPage.costNote', rest) }),
        },
        {
          label: t('dryRunPage.sales'),
          value:
            orders === 0 ? (
              count(orders)
            ) : (
              <Button type="link" className="dry-run-figure" onClick={onOpen}>
                {count(orders)}
              </Button>
            ),
          note: t('dryRunPage.salesNote', { all: count(of.orders), share: share(orders, of.orders) }),
        },
        { label: t('dryRunPage.customers'), value: count(customers), note: t('dryRunPage.customersNote') },
        { label: t('dryRunPage.litres'), value: `${litres(litresCl)} ${t('kit.unitLitre')}` },
        ...(of.given === null
          ? []
          : [
              {
                label: t('dryRunPage.given'),
                value: count(of.given),
                note: t('dryRunPage.givenNote', { coupons: count(of.coupons ?? 0) }),
              },
            ]),
        ...(!isLimited
          ? []
          : [
              {
                label: t('dryRunPage.runsOut'),
                value: runsOut ? time(runsOut.at, 'minute') : t('dryRunPage.lasts'),
                ...(runsOut && { note: t(`dryRunPage.runsOut_${runsOut.by}`) }),
              },
            ]),
        ...(margin.orders === 0
          ? []
          : [
              {
                label: t('dryRunPage.margin'),
                value: t('dryRunPage.marginFrom', { before: inCurrency(margin.beforeCents), after: inCurrency(margin.afterCents) }),
                note: t('dryRunPage.marginOf', { orders: count(margin.orders) }),
              },
            ]),
      ]}
    />
  )
}

/** What these figures mean, and how they were reckoned. */
function Said({ of, level, isReal }: PartProps) {
  const { orders, litresCl, margin, givesCents } = level
  const lost = margin.beforeCents - margin.afterCents
  const lines = [
    ...(orders > 0 && !isReal ? [t('dryRunPage.anyway', { orders: count(orders), litres: litres(litresCl) })] : []),
    ...(orders === 0 ? [] : margin.orders === 0 ? [t('dryRunPage.marginUnknown')] : []),
    // A few sales say nothing of the others.
    ...(margin.orders * 2 >= orders ? payBack(lost, margin.afterCents) : []),
    ...bookedWords(of, givesCents),
    ...boughtWords(of),
    ...of.notes.map(note => t(`dryRunPage.note_${note}`)),
  ]
  return (
    <ul className="deal-says">
      {lines.map(words => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}

const payBack = (lost: number, after: number): string[] => {
  if (lost <= 0) return []
  return [after <= 0 ? t('dryRunPage.never') : t('dryRunPage.payBack', { share: percent(Math.round((lost / after) * 1000) / 10) })]
}

function bookedWords({ booked }: Result, now: number): string[] {
  if (!booked) return []
  const of = { booked: inCurrency(booked.cents), orders: count(booked.orders) }
  return [booked.cents === now ? t('dryRunPage.bookedSame', of) : t('dryRunPage.booked', { ...of, now: inCurrency(now) })]
}

function boughtWords({ bought }: Result): string[] {
  if (!bought || bought.customers === 0) return []
  const { customers, duringCl, beforeCl } = bought
  const more = duringCl - beforeCl
  const change =
    beforeCl === 0
      ? t('dryRunPage.fromNothing')
      : more === 0
        ? t('dryRunPage.same')
        : t(more > 0 ? 'dryRunPage.more' : 'dryRunPage.fewer', { share: share(Math.abs(more), beforeCl) })
  return [t('dryRunPage.boughtMore', { customers: count(customers), during: litres(duringCl), before: litres(beforeCl), change })]
}

const measures = ['cost', 'orders'] as const

function Days({ level, onOpen }: { level: DryRunLevel; onOpen: (day: string) => void }) {
  const [measure, setMeasure] = useState<(typeof measures)[number]>('cost')
  const byCost = measure === 'cost'
  const name = t(`dryRunPage.by_${measure}`)
  return (
    <Section
      title={t('dryRunPage.days')}
      actions={
        <Segmented
          size="small"
          aria-label={t('dryRunPage.days')}
          value={measure}
          options={measures.map(value => ({ value, label: t(`dryRunPage.by_${value}`) }))}
          onChange={setMeasure}
        />
      }>
      {level.orders === 0 ? (
        <Empty title={t('dryRunPage.nothing')} />
      ) : (
        <Chart
          title={t('dryRunPage.daysOf', { what: name })}
          kind="bar"
          labels={level.days.map(({ day }) => day.slice(5))}
          series={[{ name, values: level.days.map(({ costCents, orders }) => (byCost ? costCents : orders)) }]}
          unit={byCost ? t('kit.unitMoney') : t('dryRunPage.unit')}
          write={byCost ? money : value => (Number.isInteger(value) ? count(value) : value.toFixed(1))}
          labelName={t('dryRunPage.day')}
          onOpen={at => onOpen(level.days[at]!.day)}
        />
      )}
    </Section>
  )
}
