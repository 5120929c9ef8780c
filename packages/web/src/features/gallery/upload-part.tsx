import type { FileType } from '@forecourt/contract'
import { useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { State, States } from './state.tsx'

export default function UploadPart() {
  return (
    <States>
      <Upload title={t('gallery.logo')} type="companyPicture" crop={{ aspect: 4 }} />
      <Upload title={t('gallery.avatar')} type="userAvatar" crop={{ aspect: 1, round: true }} />
      <Upload title={t('gallery.picture')} type="stationPicture" />
      <Upload title={t('gallery.receipt')} type="receipt" />
      <Upload title={t('gallery.filled')} type="stationPicture" value={1} />
      <Upload title={t('gallery.readOnly')} type="stationPicture" value={1} disabled />
    </States>
  )
}

interface UploadProps {
  title: string
  type: FileType
  crop?: { aspect: number; round?: boolean }
  value?: number
  disabled?: boolean
}

function Upload({ title, value, ...rest }: UploadProps) {
  const id = useId()
  const [file, setFile] = useState(value)
  return (
    <State title={title}>
      <div className="k-field">
        <label id={`${id}-name`} htmlFor={id}>
          {title}
        </label>
        <UploadInput id={id} aria-labelledby={`${id}-name`} value={file} onChange={setFile} {...rest} />
      </div>
    </State>
  )
}
