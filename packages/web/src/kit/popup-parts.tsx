import { Dropdown, Tooltip } from 'antd'
import type { ComponentProps } from 'react'

export const PlainDropdown = (props: ComponentProps<typeof Dropdown>) => <Dropdown {...props} />
export const PlainTooltip = (props: ComponentProps<typeof Tooltip>) => <Tooltip {...props} />
