import { Menu, type MenuProps as LibraryProps } from 'antd'
import type { MenuLine } from '../menu.ts'
import { icons, indent, MenuLink, type MenuProps } from './still-menu.tsx'

type Item = NonNullable<LibraryProps['items']>[number]

const itemOf = (line: MenuLine, current: string | undefined): Item =>
  line.lines
    ? { key: line.name, label: line.label, icon: icons[line.name], children: line.lines.map(each => itemOf(each, current)) }
    : { key: line.name, icon: icons[line.name], label: <MenuLink line={line} current={current} /> }

/** The menu as the component library draws it, with all its keys and what opens beside it when it is folded. */
export default function SideMenu({ lines, trail, open, unfolded, onUnfold, onChosen }: MenuProps) {
  return (
    <Menu
      mode="inline"
      inlineCollapsed={!open}
      items={lines.map(line => itemOf(line, trail.at(-1)))}
      selectedKeys={trail.slice(-1)}
      inlineIndent={indent}
      {...(open && { openKeys: [...unfolded], onOpenChange: onUnfold })}
      onClick={({ key, domEvent }) => onChosen(key, domEvent)}
    />
  )
}
