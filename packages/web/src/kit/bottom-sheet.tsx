import { Drawer } from 'antd'
import type { ReactNode } from 'react'

export interface BottomSheetProps {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** What rises over the page of a phone, as high as what is in it. */
export default function BottomSheet({ title, open, onClose, children }: BottomSheetProps) {
  return (
    <Drawer title={title} placement="bottom" size="auto" open={open} onClose={onClose}>
      {children}
    </Drawer>
  )
}
