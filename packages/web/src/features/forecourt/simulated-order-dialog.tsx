import { simulatedOrders, type devices, type Returned, type RowOf } from '@forecourt/contract'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { Litres, Money, Time } from '../../kit/detail/figures.tsx'
import { ActForm } from '../../kit/form/act-form.tsx'
import { DialogForm } from '../../kit/form/side-form.tsx'
import { State } from '../../kit/state.tsx'

type Answer = Returned<typeof simulatedOrders.simulate>

/** 模拟订单: what the station would make of a fill that this device sends now. Nothing is kept, and it may be tried again. */
export default function SimulatedOrderDialog({
  device,
  open,
  onClose,
}: {
  device: RowOf<typeof devices>
  open: boolean
  onClose: () => void
}) {
  const [answer, setAnswer] = useState<Answer>()
  return (
    <DialogForm title={t('simulatedOrder.of', { name: device.name })} open={open} onClose={onClose} width={560}>
      <p className="k-quiet">{t('simulatedOrder.nothingKept')}</p>
      <ActForm
        of={simulatedOrders.simulate}
        id={device.id}
        words="simulatedOrder"
        changes={[]}
        fields={['nozzleControlId', 'priceCents', 'volumeCl']}
        submitLabel={t('simulatedOrder.send')}
        done={t('simulatedOrder.done')}
        onDone={setAnswer}
        onFailed={() => setAnswer(undefined)}
        onCancel={onClose}
      />
      <div aria-live="polite">{answer && <Reckoned of={answer} />}</div>
    </DialogForm>
  )
}

function Reckoned({ of: { volumeCl, totalCents, listPriceCents, priceDifference, createdDate, clockSuspect } }: { of: Answer }) {
  return (
    <>
      <Figures
        of={[
          { label: t('simulatedOrder.volumeCl'), value: <Litres centilitres={volumeCl} unit /> },
          { label: t('simulatedOrder.totalCents'), value: <Money cents={totalCents} unit /> },
          { label: t('simulatedOrder.listPriceCents'), value: <Money cents={listPriceCents} unit /> },
          { label: t('simulatedOrder.createdDate'), value: <Time at={createdDate} /> },
        ]}
      />
      <p>
        <State member={priceDifference ? 'late' : 'online'}>
          {t(priceDifference ? 'simulatedOrder.differs' : 'simulatedOrder.agrees')}
        </State>{' '}
        {clockSuspect && <State member="late">{t('simulatedOrder.clock')}</State>}
      </p>
    </>
  )
}
