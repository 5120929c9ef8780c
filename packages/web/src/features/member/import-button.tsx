import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../../kit/later.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'

const ImportDrawer = laterDialog(() => import('./import-drawer.tsx'))

/** 导入会员: a file that is put up, and what became of earlier ones. Which of them is shown stands in the address. */
export function ImportButton() {
  const { search, setSearch } = usePage()
  const mayRead = useMay('member.import.read')
  const shown = search['import']
  // The lines of one import are narrowed in the address as well; of the next they begin anew.
  const show = (next: string | undefined) =>
    setSearch(now => ({ ...Object.fromEntries(Object.entries(now).filter(([name]) => !name.startsWith('lines.'))), import: next }))
  if (!mayRead) return null
  return (
    <>
      <Button onClick={() => show('all')}>{t('memberImports.title')}</Button>
      {shown !== undefined && <ImportDrawer shown={String(shown)} onShow={show} onClose={() => show(undefined)} />}
    </>
  )
}
