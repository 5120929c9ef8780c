import { useState, type ReactNode } from 'react'
import { laterDialog } from '../later.tsx'
import './picture-button.css'

const PictureDialog = laterDialog(() => import('./picture-dialog.tsx'))

interface PictureButtonProps {
  id: number
  /** Of what it is a picture: the title of the dialog. */
  name: string
  /** What is read out, where the picture in it has no words of its own. */
  label?: string
  children: ReactNode
}

/** A small picture which opens in full, in a dialog. */
export function PictureButton({ id, name, label, children }: PictureButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="k-picture-button"
        aria-haspopup="dialog"
        {...(label && { 'aria-label': label })}
        onClick={event => {
          event.stopPropagation()
          setOpen(true)
        }}>
        {children}
      </button>
      {open && <PictureDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
