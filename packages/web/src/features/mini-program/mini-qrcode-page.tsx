import type { Returned, qrCodes } from '@forecourt/contract'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../../core/api.ts'
import { usePicture } from '../../core/picture.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Alert, Button } from '../../kit/ui.ts'
import { QrChoices } from './qr-choices.tsx'
import { useChoice } from './use-choice.ts'
import { useCodes, usePrograms, type Program } from './use-codes.ts'
import './mini-program.css'

/** What draws codes comes while they are asked for. */
const QrCards = later(async () => ({ default: (await import('./qr-cards.tsx')).QrCards }))
const QrSheets = later(async () => ({ default: (await import('./qr-sheets.tsx')).QrSheets }))

type Codes = Returned<typeof qrCodes.list>
/** 小程序码: of stations, devices and promoters, to be shown, saved and printed. @source requirements MKT-028, MKT-034 */
export default function MiniQrcodePage() {
  const { data: programs, error, refetch } = usePrograms()
  if (error && !programs) return <Around>{<Failed error={error} onRetry={() => void refetch()} />}</Around>
  if (!programs) return <Around>{<Bones rows={6} />}</Around>
  if (programs.length > 0) return <Desk programs={programs} />
  return (
    <Around>
      <Empty
        title={t('qrPage.notAuthorized')}
        hint={t('qrPage.notAuthorizedHint')}
        action={
          <PageLink page="miniPrograms" orNothing>
            {t('qrPage.register')}
          </PageLink>
        }
      />
    </Around>
  )
}

const Around = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeader />
    {children}
  </>
)

function Desk({ programs }: { programs: readonly Program[] }) {
  const choice = useChoice(programs)
  const { program, kind, ids, deal } = choice
  const codes = useCodes(program, kind, ids, deal)
  const gone = goneIn(codes.error)
  const shown = ids.length > 0 && gone === undefined && program.linkPrefix !== '' ? codes.data : undefined
  return (
    <>
      <PageHeader actions={shown && <Printing codes={shown} />} />
      <QrChoices programs={programs} of={choice} />
      {program.linkPrefix === '' ? (
        <Alert
          type="warning"
          showIcon
          title={t('qrPage.noRule', { name: program.name })}
          action={
            <PageLink page="miniPrograms" search={{ record: program.id }} orNothing>
              {t('qrPage.setRule')}
            </PageLink>
          }
        />
      ) : ids.length === 0 ? (
        <Empty title={t('qrPage.nothing')} hint={t('qrPage.nothingHint')} />
      ) : gone !== undefined ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('qrPage.gone')}
          action={
            <Button size="small" onClick={() => choice.change({ ids: ids.filter(id => id !== gone) })}>
              {t('qrPage.leaveOut')}
            </Button>
          }
        />
      ) : codes.error ? (
        <Failed error={codes.error} onRetry={() => void codes.refetch()} />
      ) : shown ? (
        <WhileLoading show={<Bones rows={6} />}>
          <QrCards codes={shown} />
        </WhileLoading>
      ) : (
        <Bones rows={6} />
      )}
    </>
  )
}

/** Which of those chosen is not there any more, or not in sight: the address may be an old one, or a colleague's. */
const goneIn = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === 'notFound' && error.field === 'ids' ? Number(error.detail['id']) : undefined

/** The logo is fetched before the button is pressed: the printer does not wait for it. */
function Printing({ codes }: { codes: Codes }) {
  const [printing, setPrinting] = useState(false)
  const { company } = codes
  const logo = usePicture(company.bigLogoId ?? company.smallLogoId)
  return (
    <>
      <Button type="primary" loading={logo.state === 'loading'} onClick={() => setPrinting(true)}>
        {t('qrPage.print')}
      </Button>
      {printing && <QrSheets codes={codes} logo={logo.state === 'there' ? logo.url : undefined} onDone={() => setPrinting(false)} />}
    </>
  )
}
