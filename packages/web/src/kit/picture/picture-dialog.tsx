import { Button, Modal } from 'antd'
import { download } from '../../core/download.ts'
import { pictureCalls } from '../../core/first-calls.ts'
import { t } from '../../i18n/index.ts'
import { useFocusBack } from '../focus-back.ts'
import { StoredPicture } from './stored-picture.tsx'

interface PictureDialogProps {
  id: number
  name: string
  onClose: () => void
}

/** A picture in full. It is shown here and not in a tab of its own, whose address would have to be open to the cookie alone. */
export default function PictureDialog({ id, name, onClose }: PictureDialogProps) {
  useFocusBack()
  return (
    <Modal
      open
      title={name}
      onCancel={onClose}
      width="min(90vw, 880px)"
      footer={
        <>
          <Button onClick={() => void download(pictureCalls.file, id)}>{t('kit.pictureSave')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('kit.close')}
          </Button>
        </>
      }>
      <StoredPicture id={id} alt={t('kit.pictureOf', { name })} className="k-picture-whole" fallback={<p>{t('kit.pictureMissing')}</p>} />
    </Modal>
  )
}
