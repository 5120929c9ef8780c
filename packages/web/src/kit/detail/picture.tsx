import { attachmentUrl } from '@forecourt/contract'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import './picture.css'

/** A small picture in a cell or a fact, which opens in full in a new tab; a dash where there is none, or where it cannot be shown. */
export function Picture({ id, name }: { id: number | null | undefined; name: string }) {
  const [broken, setBroken] = useState<number>()
  if (!id || broken === id) return <span className="k-dash">—</span>
  const url = attachmentUrl(id)
  return (
    <a
      className="k-thumbnail"
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={t('kit.pictureOf', { name })}
      onClick={event => event.stopPropagation()}>
      <img src={url} alt="" loading="lazy" onError={() => setBroken(id)} />
    </a>
  )
}
