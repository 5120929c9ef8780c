import { pageOf } from '@forecourt/contract/start'
import { t } from '../../i18n/index.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { labelOf } from '../menu.ts'
import { DeadEnd } from './dead-end.tsx'

/** A page that exists and is not the user's. @source spec 0 §2, decisions.md F3 */
export default function NoAccessPage() {
  const go = useGo()
  const page = pageOf(usePage().search['page'] ?? '')
  const title = page ? t('deadEnd.noAccessTo', { page: labelOf(page) }) : t('deadEnd.noAccess')
  return <DeadEnd code="403" title={title} help={t('deadEnd.noAccessHelp')} action={t('shell.backHome')} onAction={() => go('home')} />
}
