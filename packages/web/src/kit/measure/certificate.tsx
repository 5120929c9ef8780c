import { Button } from 'antd'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Modal } from '../overlays.tsx'
import { PrintNow } from '../print/print-now.tsx'
import { PrintTable, Sheet } from '../print/print-page.tsx'
import { formulaWords, quantityWords, roundingWords, tableWords, valueWords, type MeasuredFigure } from './measured.ts'
import { standardNames } from './standards.ts'
import './certificate.css'

interface CertificateProps {
  figure: MeasuredFigure
  open: boolean
  onClose: () => void
}

/** 换算凭证: how a converted figure was reached, step by step, on the screen and on A4. */
export default function Certificate({ figure, open, onClose }: CertificateProps) {
  const [printing, setPrinting] = useState(false)
  return (
    <>
      <Modal
        title={t('measure.certificate')}
        open={open}
        onCancel={onClose}
        width={720}
        footer={[
          <Button key="close" onClick={onClose}>
            {t('kit.close')}
          </Button>,
          <Button key="print" type="primary" onClick={() => setPrinting(true)}>
            {t('kit.print')}
          </Button>,
        ]}>
        <div className="k-certificate">
          <Paper figure={figure} />
        </div>
      </Modal>
      {printing && (
        <PrintNow portrait onDone={() => setPrinting(false)}>
          <Paper figure={figure} signed />
        </PrintNow>
      )}
    </>
  )
}

function Paper({ figure, signed = false }: { figure: MeasuredFigure; signed?: boolean }) {
  const { standard, mode, reference, commodity, instrument, quantity, value, places, inputs, steps } = figure
  const facts = [
    ...(standard ? [{ label: t('measure.standard'), value: standardNames[standard] }] : []),
    ...(standard && figure.table ? [{ label: t('measure.table'), value: tableWords(figure) }] : []),
    ...(standard ? [{ label: t('measure.mode'), value: t(`measure.mode_${mode}`) }] : []),
    ...(reference ? [{ label: t('measure.reference'), value: valueWords({ quantity: 'temperature', value: reference }) }] : []),
    ...(commodity ? [{ label: t('measure.commodity'), value: t(`measure.commodity_${commodity}`) }] : []),
    ...(instrument ? [{ label: t('measure.instrument'), value: t(`measure.instrument_${instrument}`) }] : []),
  ]
  const lines = [
    ...inputs.map(item => ({ part: t('measure.input'), item, at: undefined })),
    ...steps.map(item => ({ part: t('measure.step'), item, at: undefined })),
    { part: t('measure.result'), item: { quantity, value }, at: places },
  ]
  const formula = formulaWords(figure)
  return (
    <Sheet
      title={t('measure.titleOf', { quantity: quantityWords(quantity, figure) })}
      heading="h3"
      facts={facts}
      signatures={signed ? [t('measure.signed')] : []}>
      <PrintTable
        label={t('measure.certificate')}
        rows={lines}
        columns={[
          { key: 'part', title: t('measure.part'), value: ({ part }) => part },
          { key: 'quantity', title: t('measure.quantity'), value: ({ item }) => quantityWords(item.quantity, figure) },
          { key: 'value', title: t('measure.value'), value: ({ item, at }) => valueWords(item, at), end: true },
        ]}
      />
      {formula && <p>{formula}</p>}
      <p>{roundingWords(figure)}</p>
    </Sheet>
  )
}
