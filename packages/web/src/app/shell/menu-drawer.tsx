import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'

/** The menu on a small screen: a sheet that the thumb reaches; it closes when a page is chosen. @source spec 0 §2 */
export default function MenuDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      open
      onClose={onClose}
      placement="bottom"
      size="82%"
      className="menu-sheet"
      closable={false}
      title={null}
      aria-label={t('shell.menu')}
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' } }}>
      {children}
    </Drawer>
  )
}
