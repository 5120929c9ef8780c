import { t } from '../../i18n/index.ts'
import { useFocusBack } from '../../kit/focus-back.ts'
import { Modal } from '../../kit/ui.ts'
import { ScanLine } from './scan-line.tsx'
import { Scanned } from './scanned.tsx'
import './scan.css'

interface Props {
  scanned: string | undefined
  onScan: (orderNo: string | undefined) => void
  onNext: () => void
}

/** The dialog that a scanner types into, and what it found. */
export default function Scanner({ scanned, onScan, onNext }: Props) {
  useFocusBack()
  return (
    <Modal open title={t('scan.title')} onCancel={() => onScan(undefined)} footer={null} mask={{ closable: false }} width={520}>
      <div className="scan">
        <ScanLine
          key={scanned}
          label={t('scan.orderNo')}
          help={t('scan.orderNoHelp')}
          press={t('scan.look')}
          start={scanned}
          onScan={onScan}
        />
        {scanned && <Scanned key={scanned} orderNo={scanned} onNext={onNext} />}
      </div>
    </Modal>
  )
}
