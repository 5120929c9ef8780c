import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Tooltip } from '../../kit/popups.tsx'

interface IconButtonProps {
  label: string
  icon: ReactNode
  onPress: () => void
  expanded?: boolean
}
export function IconButton({ label, icon, onPress, expanded }: IconButtonProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.5}>
      <Button type="text" className="icon-button" aria-label={label} aria-expanded={expanded} icon={icon} onClick={onPress} />
    </Tooltip>
  )
}
