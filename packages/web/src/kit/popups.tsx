import type { Dropdown as AntdDropdown, Tooltip as AntdTooltip } from 'antd'
import type { ComponentProps } from 'react'
import { soonAround } from './soon.tsx'

/** Loaded once the page is quiet: until then what they open from stands there alone. */
const parts = () => import('./popup-parts.tsx')

export const Dropdown = soonAround<ComponentProps<typeof AntdDropdown>>(
  async () => ({ default: (await parts()).PlainDropdown }),
  'ant-dropdown-trigger',
)
export const Tooltip = soonAround<ComponentProps<typeof AntdTooltip>>(async () => ({ default: (await parts()).PlainTooltip }))
