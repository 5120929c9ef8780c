import { groups, pageOf, pages, sections, type Page } from '@forecourt/contract/start'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { matchPath } from '../../kit/page/address.ts'
import { Link } from '../../kit/page/link.tsx'
import { Dropdown } from '../../kit/popups.tsx'
import { labelOf } from '../menu.ts'
import { goTo } from '../../kit/page/history.ts'
import { useTabs, type Tab } from '../tabs.ts'
import { useFolded } from './use-folded.ts'

interface Crumb {
  label: string
  path?: string
}

/** From home down to the page. */
function crumbsOf(path: string, may: (name: string) => boolean, { title, under }: Partial<Pick<Tab, 'title' | 'under'>> = {}): Crumb[] {
  const match = matchPath(path, pages)
  const page = match && (pageOf(match.name) as Page)
  const home: Crumb = { label: labelOf(pageOf('home')!), path: '/home' }
  if (!page || page.name === 'home') return [home]
  const section = sections.find(({ name }) => name === page.section)
  const group = groups.find(({ name }) => name === page.group)
  const parent = page.parent ? pageOf(page.parent) : undefined
  return [
    home,
    ...[section, group].filter(heading => heading !== undefined).map(heading => ({ label: labelOf(heading), path: heading.path })),
    ...(parent ? [{ label: labelOf(parent), ...(may(parent.name) && { path: parent.path }) }] : []),
    ...(under ? [under] : []),
    { label: title ?? labelOf(page) },
  ]
}

export function Breadcrumbs({ path }: { path: string }) {
  const profile = useSession(state => state.profile)
  const tabs = useTabs(state => state.tabs)
  const crumbs = crumbsOf(
    path,
    name => mayOpen(name, profile),
    tabs.find(tab => tab.path === path),
  )
  const queryOf = (target: string) => tabs.find(tab => tab.path === target)?.query ?? ''
  const { place, measure, folded } = useFolded(crumbs.map(({ label }) => label).join('/'))
  const hidden = crumbs.slice(1, 1 + folded)
  const rest = crumbs.slice(1 + folded)
  return (
    <nav ref={place} className="breadcrumbs" aria-label={t('shell.breadcrumbs')}>
      <ol ref={measure} className="breadcrumbs-measure" aria-hidden="true">
        {crumbs.map(({ label }) => (
          <li key={label} data-label={label} />
        ))}
      </ol>
      <ol>
        <CrumbItem crumb={crumbs[0]!} last={crumbs.length === 1} queryOf={queryOf} />
        {hidden.length > 0 && <Hidden crumbs={hidden} queryOf={queryOf} />}
        {rest.map((crumb, index) => (
          <CrumbItem key={crumb.label} crumb={crumb} last={index === rest.length - 1} queryOf={queryOf} />
        ))}
      </ol>
    </nav>
  )
}

type QueryOf = (target: string) => string

const CrumbItem = ({ crumb: { label, path }, last, queryOf }: { crumb: Crumb; last: boolean; queryOf: QueryOf }) => (
  <li title={label}>
    {path && !last ? <Link to={path + queryOf(path)}>{label}</Link> : <span aria-current={last ? 'page' : undefined}>{label}</span>}
  </li>
)

/** What stands between home and the last pages, when there is no room for it: a menu behind three dots. */
function Hidden({ crumbs, queryOf }: { crumbs: readonly Crumb[]; queryOf: QueryOf }) {
  const names = crumbs.map(({ label }) => label).join(' / ')
  const items = crumbs.map(({ label, path }) => ({ key: label, label, disabled: !path, onClick: () => path && goTo(path + queryOf(path)) }))
  return (
    <li>
      <Dropdown trigger={['click']} menu={{ items }}>
        <button type="button" className="breadcrumbs-more" title={names} aria-label={t('shell.moreCrumbs', { pages: names })}>
          …
        </button>
      </Dropdown>
    </li>
  )
}
