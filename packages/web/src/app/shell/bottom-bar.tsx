import { BarChartOutlined, CreditCardOutlined, FileDoneOutlined, HomeOutlined, MenuOutlined } from '@ant-design/icons'
import { pageOf, type PageName } from '@forecourt/contract/start'
import { t } from '../../i18n/index.ts'
import { useMayOpen } from '../../kit/page/access.ts'
import { Link } from '../../kit/page/link.tsx'
import { labelOf } from '../menu.ts'

const icons = { home: HomeOutlined, allQuery: BarChartOutlined, classSettle: FileDoneOutlined, cardQuery: CreditCardOutlined }
const names = ['home', 'allQuery', 'classSettle', 'cardQuery'] as const satisfies readonly PageName[]

/** What the thumb reaches on a phone. */
export function BottomBar({ path, onMenu }: { path: string; onMenu: () => void }) {
  const may = useMayOpen()
  return (
    <nav className="bottom-bar" aria-label={t('shell.shortcuts')}>
      {names
        .filter(name => may(name))
        .map(name => {
          const page = pageOf(name)!
          const Icon = icons[name]
          return (
            <Link key={name} to={page.path} aria-current={path === page.path ? 'page' : undefined}>
              <Icon />
              <span>{labelOf(page)}</span>
            </Link>
          )
        })}
      <button type="button" onClick={onMenu}>
        <MenuOutlined />
        <span>{t('shell.menu')}</span>
      </button>
    </nav>
  )
}
