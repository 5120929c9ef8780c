import { t } from '../../i18n/index.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { DeadEnd } from './dead-end.tsx'

export default function NotFoundPage() {
  const go = useGo()
  return (
    <DeadEnd
      code="404"
      title={t('deadEnd.notFound')}
      help={t('deadEnd.notFoundHelp')}
      action={t('shell.backHome')}
      onAction={() => go('home')}
    />
  )
}
