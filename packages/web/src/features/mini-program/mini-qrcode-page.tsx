import { qrCodeKinds, qrCodesMost, type Returned, type qrCodes } from '@forecourt/contract'
import { useState } from 'react'
import { usePicture } from '../../core/picture.ts'
import { count } from '../../core/money.ts'
import { anyOf, equals } from '../../core/search.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { ReferenceSelect, ReferencesSelect } from '../../kit/reference.tsx'
import { Alert, Button, Segmented, Select } from '../../kit/ui.ts'
import { QrCards } from './qr-cards.tsx'
import { QrSheets } from './qr-sheets.tsx'
import { useCodes, usePrograms, type Kind, type Program } from './use-codes.ts'
import './mini-program.css'

type Codes = Returned<typeof qrCodes.list>
const isKind = (text: string | undefined): text is Kind => qrCodeKinds.some(kind => kind === text)
const idsIn = (text = '') =>
  /^\d{1,16}(,\d{1,16})*$/.test(text)
    ? text
        .split(',')
        .map(Number)
        .filter(id => id > 0)
    : []

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

const Around = ({ children }: { children: React.ReactNode }) => (
  <>
    <PageHeader />
    {children}
  </>
)

/** What is chosen stands in the address: it is there again after a reload, and can be sent to a colleague. */
function useChoice(programs: readonly Program[]) {
  const { search, setSearch } = usePage()
  const mayChoosePeople = useMay('access.user.read')
  const here = useSession(({ atStation }) => atStation?.id)
  const own = useSession(({ profile }) => (profile?.promoter ? profile.id : undefined))
  const kinds = qrCodeKinds.filter(kind => kind !== 'promoter' || mayChoosePeople || own !== undefined)
  const kind = isKind(search['kind']) && kinds.includes(search['kind']) ? search['kind'] : 'station'
  const onlyOwn = kind === 'promoter' && !mayChoosePeople
  const named = programs.find(({ id }) => String(id) === search['program'])
  const program = named ?? programs.find(({ linkPrefix }) => linkPrefix !== '') ?? programs[0]!
  // The page opens with the code of the station that is selected; 0 says that nothing is chosen.
  const begun = search['ids'] ?? (kind === 'station' && here ? String(here) : '')
  const ids = onlyOwn ? [own!] : idsIn(begun).slice(0, qrCodesMost)
  const deal = kind === 'promoter' ? idsIn(search['deal'])[0] : undefined
  const change = (next: { program?: number; kind?: Kind; ids?: readonly number[]; deal?: number | undefined }) =>
    setSearch(now => ({ ...now, ...next, ids: next.kind ? undefined : (next.ids ?? ids).join(',') || '0' }))
  return { kinds, kind, onlyOwn, program, ids, deal, change }
}

function Desk({ programs }: { programs: readonly Program[] }) {
  const choice = useChoice(programs)
  const { program, kind, ids, deal } = choice
  const codes = useCodes(program, kind, ids, deal)
  const shown = ids.length > 0 && program.linkPrefix !== '' ? codes.data : undefined
  return (
    <>
      <PageHeader actions={shown && <Printing codes={shown} />} />
      <Choices {...choice} programs={programs} />
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
      ) : codes.error ? (
        <Failed error={codes.error} onRetry={() => void codes.refetch()} />
      ) : shown ? (
        <QrCards codes={shown} />
      ) : (
        <Bones rows={6} />
      )}
    </>
  )
}

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

const resourceOf = { station: 'stations', device: 'devices', promoter: 'users' } as const
/** Coupons that promoters may hand out. @source decision MK2 */
const promoted = [equals('promotionAllowed', true), anyOf('timing', ['inEffect', 'notStarted'])]
const promoters = [equals('promoter', true), equals('disabled', false)]

function Choices({
  programs,
  kinds,
  kind,
  onlyOwn,
  program,
  ids,
  deal,
  change,
}: ReturnType<typeof useChoice> & { programs: readonly Program[] }) {
  const mayName = useMay('deal.read')
  return (
    <div className="qr-choices">
      <div className="qr-field">
        <label htmlFor="qr-program">{t('qrPage.program')}</label>
        <Select
          id="qr-program"
          value={program.id}
          options={programs.map(({ id, name, type }) => ({ value: id, label: t('qrPage.programChoice', { name, type: typeWords(type) }) }))}
          onChange={id => change({ program: id })}
        />
      </div>
      <div className="qr-field">
        <span className="qr-label">{t('qrPage.kind')}</span>
        <Segmented
          aria-label={t('qrPage.kind')}
          value={kind}
          options={kinds.map(value => ({ value, label: t(`qrPage.kind_${value}`) }))}
          onChange={value => change({ kind: value })}
        />
      </div>
      {kind === 'promoter' && mayName && (
        <div className="qr-field qr-deal">
          <label htmlFor="qr-deal">{t('qrPage.deal')}</label>
          <ReferenceSelect
            id="qr-deal"
            resource="deals"
            value={deal}
            conditions={promoted}
            placeholder={t('qrPage.noDeal')}
            onChange={next => change({ deal: next })}
          />
        </div>
      )}
      <div className="qr-field qr-many">
        {onlyOwn ? (
          <p className="qr-help">{t('qrPage.onlyOwn')}</p>
        ) : (
          <>
            <label htmlFor="qr-ids">{t(`qrPage.choose_${kind}`)}</label>
            <ReferencesSelect
              key={kind}
              id="qr-ids"
              resource={resourceOf[kind]}
              everyStation
              value={ids}
              {...(kind === 'promoter' && { conditions: promoters })}
              placeholder={t(`qrPage.find_${kind}`)}
              onChange={next => change({ ids: next.slice(0, qrCodesMost) })}
            />
            {ids.length === qrCodesMost && <p className="qr-help">{t('qrPage.mostOf', { most: count(qrCodesMost) })}</p>}
          </>
        )}
      </div>
    </div>
  )
}

const typeWords = (type: Program['type']) => choiceLabel('miniprograms', 'type', type)
