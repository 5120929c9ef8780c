import { Alert, Modal, Slider } from 'antd'
import { useEffect, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { t } from '../../i18n/index.ts'
import { cut, type Area } from './cut.ts'

export interface CropDialogProps {
  file: File
  aspect: number
  round?: boolean
  onCut: (file: File) => void
  onClose: () => void
}

/** A picture cut to a shape: dragged or moved by the arrow keys, made larger by wheel, pinch or slider. */
export default function CropDialog({ file, aspect, round = false, onCut, onClose }: CropDialogProps) {
  const [url, setUrl] = useState<string>()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const use = async () => {
    try {
      onCut(await cut(file, area!))
    } catch {
      setBroken(true)
    }
  }
  return (
    <Modal
      open
      title={t('upload.cropTitle')}
      okText={t('upload.use')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !area || broken }}
      onOk={() => void use()}
      onCancel={onClose}
      mask={{ closable: false }}>
      <p className="k-help">{t('upload.cropHelp')}</p>
      {broken && <Alert type="error" showIcon role="alert" title={t('upload.unreadable')} />}
      <div className="k-crop">
        {url && !broken && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={aspect}
            cropShape={round ? 'round' : 'rect'}
            disableAutomaticStylesInjection
            mediaProps={{ onError: () => setBroken(true), alt: '' }}
            cropperProps={{ 'aria-label': t('upload.cropTitle') }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <label>
        {t('upload.zoom')}
        <Slider min={1} max={4} step={0.05} value={zoom} onChange={setZoom} ariaLabelForHandle={t('upload.zoom')} />
      </label>
    </Modal>
  )
}
