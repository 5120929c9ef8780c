import { DeleteOutlined, FileOutlined, UploadOutlined } from '@ant-design/icons'
import { acceptOf, attachments, claimedKind, fileDetail, fileRefusal, isPicture, type Attachment, type FileType } from '@forecourt/contract'
import { Button, Progress } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { download } from '../../core/download.ts'
import { t } from '../../i18n/index.ts'
import { wordsOfError } from '../feedback/states.tsx'
import { PictureButton } from '../picture/picture-button.tsx'
import { StoredPicture } from '../picture/stored-picture.tsx'
import { useUpload, type Sending } from './use-upload.ts'
import { laterDialog } from '../later.tsx'
import '../form/form.css'
import './upload.css'

const CropDialog = laterDialog(() => import('./crop-dialog.tsx'))

export interface UploadInputProps {
  type: FileType
  /** The number of the file that is there. */
  value?: number | null | undefined
  onChange?: (id: number | undefined, file?: Attachment) => void
  /** Cut to this width by height before it is sent: 1 for an avatar, 4 for the long logo. */
  crop?: { aspect: number; round?: boolean }
  id?: string
  disabled?: boolean | undefined
  onBlur?: () => void
  'aria-labelledby'?: string
  'aria-describedby'?: string
}

/**
 * One file: chosen or dropped, cut where it is a picture that wants a shape, sent with its progress, shown. What its name and size
 * forbid is said before it is sent, what its bytes forbid after.
 */
export function UploadInput({ type, value, onChange, crop, disabled = false, id, onBlur, ...named }: UploadInputProps) {
  const [cutting, setCutting] = useState<File>()
  const [refused, setRefused] = useState<string>()
  const [name, setName] = useState<string>()
  const { send, sending, failure, stop, forget } = useUpload(type, file => {
    setName(file.name)
    onChange?.(file.id, file)
  })
  const take = (files: readonly File[]) => {
    setRefused(files.length > 1 ? t('upload.oneOnly') : undefined)
    forget()
    const [file] = files
    if (!file || files.length > 1) return
    const kind = claimedKind(type, file.name)
    // A moving picture would stand still once cut.
    if (crop && kind && isPicture(kind) && kind !== 'gif' && !fileRefusal(type, file)) setCutting(file)
    else void send(file)
  }
  const said = refused ?? (failure && wordsOfError(failure.error))
  return (
    <div className="k-upload" {...(id && { id })} {...named} role="group">
      {sending ? (
        <OnItsWay {...sending} onStop={stop} />
      ) : (
        <>
          {value && <There id={value} type={type} name={name} shape={shapeOf(crop)} />}
          <Chooser type={type} there={Boolean(value)} disabled={disabled} onTake={take} onBlur={onBlur} />
          {value && !disabled && (
            <Button type="text" danger icon={<DeleteOutlined aria-hidden />} onClick={() => onChange?.(undefined)}>
              {t('upload.remove')}
            </Button>
          )}
        </>
      )}
      {said && (
        <p className="k-fault" role="alert">
          {said}{' '}
          {failure && (
            <Button type="link" size="small" onClick={() => void send(failure.file)}>
              {t('upload.again')}
            </Button>
          )}
        </p>
      )}
      {cutting && crop && (
        <CropDialog
          file={cutting}
          {...crop}
          onClose={() => setCutting(undefined)}
          onCut={file => {
            setCutting(undefined)
            void send(file)
          }}
        />
      )}
    </div>
  )
}

function OnItsWay({ file, share, onStop }: Sending & { onStop: () => void }) {
  const words = t('upload.sending', { name: file.name })
  return (
    <div className="k-upload-sending">
      <span aria-live="polite">{words}</span>
      <Progress percent={Math.round(share * 100)} size="small" aria-label={words} />
      <Button size="small" onClick={onStop}>
        {t('upload.stop')}
      </Button>
    </div>
  )
}

/** What a picture is cut to is known before it comes. */
const shapeOf = (crop: UploadInputProps['crop']) => (crop?.round ? 'k-round' : crop && crop.aspect > 3 ? 'k-long' : '')

/** The file that is there: a picture as a picture, anything else by its name. */
function There({ id, type, name, shape }: { id: number; type: FileType; name: string | undefined; shape: string }) {
  const drawn = claimedKind(type, name ?? 'a.png')
  const file = (
    <Button type="link" icon={<FileOutlined aria-hidden />} onClick={() => void download(attachments.file, id)}>
      {name ?? t('upload.open')}
    </Button>
  )
  if (!drawn || !isPicture(drawn)) return file
  return (
    <StoredPicture
      id={id}
      alt={name ?? t('upload.open')}
      className={`k-upload-picture ${shape}`}
      fallback={file}
      frame={shown => (
        <PictureButton id={id} name={name ?? t('upload.picture')}>
          {shown}
        </PictureButton>
      )}
    />
  )
}

interface ChooserProps {
  type: FileType
  there: boolean
  disabled: boolean
  onTake: (files: readonly File[]) => void
  onBlur: (() => void) | undefined
}

/** A button that opens the file dialog and takes what is dropped on it. */
function Chooser({ type, there, disabled, onTake, onBlur }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onTake([...event.dataTransfer.files])
  }
  if (disabled) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(type)}
        onChange={event => {
          onTake([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <button
        type="button"
        className={`k-upload-drop ${there ? 'k-upload-again' : ''} ${over ? 'k-upload-over' : ''}`}
        onClick={() => input.current?.click()}
        onBlur={onBlur}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}>
        <UploadOutlined aria-hidden />
        <span>{t(there ? 'upload.replace' : 'upload.drop')}</span>
        {!there && <small>{t('upload.rule', fileDetail(type))}</small>}
      </button>
    </>
  )
}
