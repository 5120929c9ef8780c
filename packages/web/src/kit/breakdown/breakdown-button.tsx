import { Button } from 'antd'
import { t } from '../../i18n/index.ts'
import { usePage } from '../page/use-page.ts'

/**
 * Opens and closes what the list comes to, by time or by thing. Whether it is open, and by what,
 * stands in the address; it begins with the first thing that there is.
 */
export function BreakdownButton() {
  const { search, setSearch } = usePage()
  const open = search['groupBy'] !== undefined
  const press = () => setSearch(now => ({ ...now, groupBy: open ? undefined : 'thing' }))
  return (
    <Button aria-pressed={open} {...(open && { color: 'primary', variant: 'outlined' })} onClick={press}>
      {t('kit.breakdown')}
    </Button>
  )
}
