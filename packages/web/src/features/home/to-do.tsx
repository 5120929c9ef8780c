import { t } from '../../i18n/index.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useTasks } from './tasks.ts'
import './to-do.css'

/**
 * What waits for the reader, each line with the page on which it is done: the only strong colour of the page. Its place is kept from
 * the first, so that little moves when it is known.
 */
export function ToDo() {
  const { tasks, pending } = useTasks()
  const state = pending ? ' home-pending' : ''
  if (tasks.length === 0) return <p className={`home-calm${state}`}>{pending ? null : t('home.nothingWaits')}</p>
  return (
    <ul className={`home-waiting${state}`} aria-label={t('home.waiting')}>
      {tasks.map(({ key, text, act, page, search }) => (
        <li key={key}>
          <span>{text}</span>
          <PageLink page={page} {...(search && { search })} orNothing>
            {act}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
