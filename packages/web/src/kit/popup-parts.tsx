import { Dropdown, Popover, Tooltip } from 'antd'
import type { ComponentProps } from 'react'

export const PlainDropdown = (props: ComponentProps<typeof Dropdown>) => <Dropdown {...props} />
export const PlainPopover = (props: ComponentProps<typeof Popover>) => <Popover {...props} />
export const PlainTooltip = (props: ComponentProps<typeof Tooltip>) => <Tooltip {...props} />
