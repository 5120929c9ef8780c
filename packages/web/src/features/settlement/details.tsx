import type { ClassSettle, DaySettle } from '@forecourt/contract'
import { useEffect, type ReactNode } from 'react'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Litres, Money } from '../../kit/detail/figures.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { DialogButton } from '../../kit/form/dialog-button.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Figure } from './behind-drawer.tsx'
import { link } from './block.tsx'
import { Items, Nozzles, PayTypes } from './blocks.tsx'
import { DifferenceMoney } from './figures.tsx'
import { Tanks } from './measured-blocks.tsx'

interface Loaded<S> {
  data: S | undefined
  error: unknown
  refetch: () => unknown
}

/** What was settled, as soon as it is there; its tab has its name. */
export function SettledPage<S>({ of, name, show }: { of: Loaded<S>; name: (settled: S) => string; show: (settled: S) => ReactNode }) {
  const { setTitle } = usePage()
  const { data, error, refetch } = of
  const title = data && name(data)
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
  if (data) return show(data)
  return (
    <>
      <PageHeader />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

/** A number of the whole, that opens what it is made of. */
export const figure = (field: string, value: number, children: ReactNode) => (
  <Figure cell={{ block: 'sums', field }} value={value}>
    {children}
  </Figure>
)

/** What a shift or a day came to; each number opens the sales or payments that make it. */
export function Came({ of, shiftId }: { of: ClassSettle | DaySettle; shiftId: string | number }) {
  const sales = (children: ReactNode) => link('allQuery', { shiftId }, children)
  return (
    <Figures
      of={[
        { label: t('classSettles.salesCents'), value: sales(<Money cents={of.salesCents} unit />) },
        { label: t('classSettles.volumeCl'), value: figure('volumeCl', of.volumeCl, <Litres centilitres={of.volumeCl} unit />) },
        { label: t('classSettles.orders'), value: sales(count(of.orders)) },
        { label: t('classSettles.paidCents'), value: figure('paidCents', of.paidCents, <Money cents={of.paidCents} unit />) },
        { label: t('classSettles.topUpCents'), value: figure('topUpCents', of.topUpCents, <Money cents={of.topUpCents} unit />) },
        {
          label: t('settle.overShort'),
          value: figure('differenceCents', of.differenceCents, <DifferenceMoney cents={of.differenceCents} unit />),
        },
      ]}
    />
  )
}

const MeterEventsDialog = laterDialog(() => import('./meter-events-dialog.tsx'))

/** Where the money came from, what was sold, what ran through the nozzles and out of the tanks. */
export const Blocks = ({ of }: { of: ClassSettle | DaySettle }) => (
  <>
    <Section title={t('settle.byPayType')}>
      <PayTypes of={of} />
    </Section>
    <Section title={t('settle.byItem')}>
      <Items of={of} />
    </Section>
    <Section title={t('settle.byNozzle')}>
      <Nozzles of={of} />
      <DialogButton label={t('settle.meterEvents')} button={{ size: 'small' }}>
        {dialog => <MeterEventsDialog of={of} {...dialog} />}
      </DialogButton>
    </Section>
    {of.tanks.length > 0 && (
      <Section title={t('settle.byTank')}>
        <Tanks of={of} />
      </Section>
    )}
  </>
)
