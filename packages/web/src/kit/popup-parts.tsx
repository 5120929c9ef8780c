import { Dropdown, Tooltip } from 'antd'
import type { ComponentProps } from 'react'

type Props = ComponentProps<typeof Dropdown>

/** What an entry opens gives the focus back, when it is closed, to what opened the menu: the entry itself has gone by then. */
export function PlainDropdown({ menu, ...props }: Props) {
  const chosen: NonNullable<NonNullable<Props['menu']>['onClick']> = info => {
    document.querySelector<HTMLElement>('.ant-dropdown-trigger.ant-dropdown-open')?.focus()
    menu?.onClick?.(info)
  }
  return <Dropdown {...props} {...(menu && { menu: { ...menu, onClick: chosen } })} />
}
export const PlainTooltip = (props: ComponentProps<typeof Tooltip>) => <Tooltip {...props} />
