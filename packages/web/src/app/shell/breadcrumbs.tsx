import { groups, pageOf, pages, sections, type Page } from '@forecourt/contract/start'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { matchPath } from '../../kit/page/address.ts'
import { Link } from '../../kit/page/link.tsx'
import { labelOf } from '../menu.ts'
import { useTabs } from '../tabs.ts'

interface Crumb {
  label: string
  path?: string
}

/** From home down to the page. */
function crumbsOf(path: string, may: (name: string) => boolean, title?: string): Crumb[] {
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
    { label: title ?? labelOf(page) },
  ]
}

export function Breadcrumbs({ path }: { path: string }) {
  const profile = useSession(state => state.profile)
  const tabs = useTabs(state => state.tabs)
  const crumbs = crumbsOf(path, name => mayOpen(name, profile), tabs.find(tab => tab.path === path)?.title)
  const queryOf = (target: string) => tabs.find(tab => tab.path === target)?.query ?? ''
  return (
    <nav className="breadcrumbs" aria-label={t('shell.breadcrumbs')}>
      <ol>
        {crumbs.map(({ label, path: target }, index) => (
          <li key={label} title={label}>
            {target && index < crumbs.length - 1 ? (
              <Link to={target + queryOf(target)}>{label}</Link>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
