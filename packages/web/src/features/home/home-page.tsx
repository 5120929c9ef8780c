import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'

/** What a station is doing today. */
export default function HomePage() {
  const { profile, atStation } = useSession()
  return <PageHeader title={t('home.greeting', { name: profile?.name ?? '' })} meta={atStation?.name} />
}
