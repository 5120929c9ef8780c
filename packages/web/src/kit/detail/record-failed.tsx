import { pageOf, type Page, type PageName } from '@forecourt/contract/start'
import { ApiError } from '../../core/api.ts'
import { language, t } from '../../i18n/index.ts'
import { Empty, Failed, wordsOfError } from '../feedback/states.tsx'
import { mayOpen } from '../page/access.ts'
import { addressOf } from '../page/address.ts'
import { PageHeader } from '../page/page-header.tsx'
import { usePage } from '../page/use-page.ts'
import { session } from '../../core/session.ts'
import { Button } from '../ui.ts'

interface RecordFailedProps {
  error: unknown
  onRetry: () => void
}

/** A page's record could not be read. One that is not there, or not the user's, is no matter of another try: it says so, and leads back. */
export function RecordFailed({ error, onRetry }: RecordFailedProps) {
  const { back, onBack } = useWayBack()
  if (isNotThere(error)) return <NotThere back={back} onBack={onBack} />
  if (!isRefused(error)) return <Failed error={error} onRetry={onRetry} />
  return <Empty title={t('kit.notYours')} hint={wordsOfError(error)} action={<Button onClick={onBack}>{back}</Button>} />
}

/** There is no such thing as the address names, which no call had to be asked for. */
export const NoSuchRecord = () => <NotThere {...useWayBack()} />

function useWayBack() {
  const page = usePage()
  const place = wayBack(page.name)
  return {
    back: t('notThere.back', { page: (pageOf(place) as Page)[language()] }),
    onBack: () => page.close(addressOf(place as PageName)),
  }
}

export const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 403

export const isNotThere = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const NotThere = ({ back, onBack }: { back: string; onBack: () => void }) => (
  <Empty title={t('notThere.title')} hint={t('notThere.hint')} action={<Button onClick={onBack}>{back}</Button>} />
)

/** The page that it is opened from, where it is the user's; else home. */
function wayBack(name: string): string {
  const { parent } = pageOf(name) as Page
  return parent && mayOpen(parent, session().profile) ? parent : 'home'
}

/** The same for a page that has no head of its own until its record is there. */
export const PageFailed = (props: RecordFailedProps) => (
  <>
    <PageHeader />
    <RecordFailed {...props} />
  </>
)
