import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Drawer as AntdDrawer, Modal as AntdModal } from 'antd'
import { laterDialog } from './later.tsx'
import { usePrefetched } from './soon.tsx'

interface Opens {
  open?: boolean
}

/** What opens over a page is drawn, and loaded, from when it is first opened; closed it stays, to slide away. */
export function opened<P extends Opens>(load: () => Promise<(props: P) => ReactNode>, close: (props: P) => void): (props: P) => ReactNode {
  const Later = laterDialog<P>(async () => ({ default: await load() }))
  return function Opened(props) {
    usePrefetched(load)
    const [was, setWas] = useState(props.open ?? false)
    if (props.open && !was) setWas(true)
    return was ? <Later {...props} onClose={() => close(props)} /> : null
  }
}

type DrawerProps = ComponentProps<typeof AntdDrawer>
type ModalProps = ComponentProps<typeof AntdModal>
const load = () => import('./overlay-parts.tsx')
export const Drawer = opened<DrawerProps>(
  async () => (await load()).PlainDrawer,
  props => props.onClose?.(undefined as never),
)
export const Modal = opened<ModalProps>(
  async () => (await load()).PlainModal,
  props => props.onCancel?.(undefined as never),
)
