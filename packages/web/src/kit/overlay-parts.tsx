import { Drawer, Modal } from 'antd'
import type { ComponentProps } from 'react'

export const PlainDrawer = (props: ComponentProps<typeof Drawer>) => <Drawer {...props} />

/** A dialog says that it is closed by `onCancel` alone. */
export const PlainModal = (props: ComponentProps<typeof Modal> & { onClose?: unknown }) => {
  const { onClose: _onClose, ...rest } = props
  return <Modal {...rest} />
}
