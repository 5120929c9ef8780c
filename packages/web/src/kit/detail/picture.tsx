import { t } from '../../i18n/index.ts'
import { PictureButton } from '../picture/picture-button.tsx'
import { StoredPicture } from '../picture/stored-picture.tsx'
import './picture.css'

/** A small picture in a cell or a fact, which opens in full; a dash where there is none, or where it cannot be shown. */
export function Picture({ id, name }: { id: number | null | undefined; name: string }) {
  return (
    <StoredPicture
      id={id}
      alt=""
      className="k-thumbnail"
      lazy
      fallback={<span className="k-dash">—</span>}
      frame={shown => (
        <PictureButton id={id!} name={name} label={t('kit.pictureOf', { name })}>
          {shown}
        </PictureButton>
      )}
    />
  )
}
