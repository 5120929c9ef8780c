import {
  BankOutlined,
  BarChartOutlined,
  ContainerOutlined,
  CreditCardOutlined,
  DashboardOutlined,
  DownloadOutlined,
  GiftOutlined,
  HomeOutlined,
  ShopOutlined,
  ShoppingOutlined,
  TeamOutlined,
  ToolOutlined,
  TrophyOutlined,
} from '@ant-design/icons'
import type { KeyboardEvent, ReactElement } from 'react'
import { Link } from '../../kit/page/link.tsx'
import type { MenuLine } from '../menu.ts'

export const icons: Readonly<Record<string, ReactElement>> = {
  home: <HomeOutlined className="ant-menu-item-icon" />,
  download: <DownloadOutlined className="ant-menu-item-icon" />,
  queryStatistics: <BarChartOutlined className="ant-menu-item-icon" />,
  oilOperate: <DashboardOutlined className="ant-menu-item-icon" />,
  notFuel: <ShoppingOutlined className="ant-menu-item-icon" />,
  memberCenter: <TeamOutlined className="ant-menu-item-icon" />,
  stationCards: <CreditCardOutlined className="ant-menu-item-icon" />,
  marketCenter: <GiftOutlined className="ant-menu-item-icon" />,
  scoreStore: <TrophyOutlined className="ant-menu-item-icon" />,
  stationMge: <ShopOutlined className="ant-menu-item-icon" />,
  oilCompanyOperate: <ContainerOutlined className="ant-menu-item-icon" />,
  oilCompanyMge: <BankOutlined className="ant-menu-item-icon" />,
  maintenance: <ToolOutlined className="ant-menu-item-icon" />,
}
/** By how much what is within a section stands further in, in pixels. */
export const indent = 16

export interface MenuProps {
  lines: readonly MenuLine[]
  /** The names from the top of the menu down to the entry of the page in front. */
  trail: readonly string[]
  open: boolean
  unfolded: readonly string[]
  onUnfold: (names: string[]) => void
  onChosen: (name: string, event: { target: EventTarget }) => void
}

export const MenuLink = ({ line: { name, path, label }, current }: { line: MenuLine; current: string | undefined }) => (
  <Link to={path} title={label} aria-current={name === current ? 'page' : undefined}>
    {label}
  </Link>
)

/**
 * The menu until the component library's own has come: links, and sections that unfold. They are the same elements with the same classes,
 * so that nothing moves when it comes. Folded, it shows what the sections are; what is in them is shown beside it by the other.
 */
export function StillMenu(props: MenuProps) {
  const mode = props.open ? 'ant-menu-inline' : 'ant-menu-vertical ant-menu-inline-collapsed'
  return (
    <ul role="menu" tabIndex={0} className={`ant-menu ant-menu-root ${mode} ant-menu-light app ant-menu-css-var`}>
      <Lines {...props} depth={1} />
    </ul>
  )
}

interface LinesProps extends MenuProps {
  depth: number
}

const Lines = (props: LinesProps) =>
  props.lines.map(line =>
    line.lines ? <Section key={line.name} {...props} line={line} lines={line.lines} /> : <Entry key={line.name} {...props} line={line} />,
  )

const styleAt = ({ open, depth }: LinesProps) => (open ? { paddingLeft: depth * indent } : undefined)

function Entry({ line, ...props }: LinesProps & { line: MenuLine }) {
  const current = props.trail.at(-1)
  const states = [!icons[line.name] && 'ant-menu-item-only-child', line.name === current && 'ant-menu-item-selected']
  return (
    <li
      role="menuitem"
      tabIndex={-1}
      className={['ant-menu-item', ...states].filter(Boolean).join(' ')}
      style={styleAt(props)}
      onClick={event => props.onChosen(line.name, event)}
      onKeyDown={event => event.key === 'Enter' && event.target === event.currentTarget && props.onChosen(line.name, event)}>
      {icons[line.name]}
      <span className="ant-menu-title-content">
        <MenuLink line={line} current={current} />
      </span>
    </li>
  )
}

function Section({ line: { name, label }, ...props }: LinesProps & { line: MenuLine }) {
  const { open, unfolded, onUnfold, trail, depth } = props
  const isUnfolded = open && unfolded.includes(name)
  const turn = () => open && onUnfold(isUnfolded ? unfolded.filter(each => each !== name) : [...unfolded, name])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    turn()
  }
  const states = [isUnfolded && 'ant-menu-submenu-open', trail.slice(0, -1).includes(name) && 'ant-menu-submenu-selected']
  const mode = open ? 'ant-menu-submenu-inline' : 'ant-menu-submenu-vertical'
  return (
    <li role="none" className={['ant-menu-submenu', mode, ...states].filter(Boolean).join(' ')}>
      <div
        role="menuitem"
        tabIndex={0}
        className="ant-menu-submenu-title"
        style={styleAt(props)}
        title={icons[name] ? undefined : label}
        aria-expanded={isUnfolded}
        aria-haspopup="true"
        onClick={turn}
        onKeyDown={press}>
        {icons[name]}
        <span className="ant-menu-title-content">{label}</span>
        <i className="ant-menu-submenu-arrow" />
      </div>
      {isUnfolded && (
        <ul role="menu" className="ant-menu ant-menu-sub ant-menu-inline">
          <Lines {...props} depth={depth + 1} />
        </ul>
      )}
    </li>
  )
}
