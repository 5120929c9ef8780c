import { qrCodesMost } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { anyOf, equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { ReferenceSelect, ReferencesSelect } from '../../kit/reference.tsx'
import { Segmented, Select } from '../../kit/ui.ts'
import type { Choice } from './use-choice.ts'
import type { Program } from './use-codes.ts'

const resourceOf = { station: 'stations', device: 'devices', promoter: 'users' } as const
/** Coupons that promoters may hand out. @source decision MK2 */
const promoted = [equals('promotionAllowed', true), anyOf('timing', ['inEffect', 'notStarted'])]
const promoters = [equals('promoter', true), equals('disabled', false)]

/** For which program, for what, and for which of them. */
export const QrChoices = ({ programs, of }: { programs: readonly Program[]; of: Choice }) => (
  <div className="qr-choices">
    <div className="qr-field">
      <label htmlFor="qr-program">{t('qrPage.program')}</label>
      <Select
        id="qr-program"
        value={of.program.id}
        options={programs.map(({ id, name, type }) => ({ value: id, label: t('qrPage.programChoice', { name, type: typeWords(type) }) }))}
        onChange={id => of.change({ program: id })}
      />
    </div>
    <div className="qr-field">
      <span className="qr-label">{t('qrPage.kind')}</span>
      <Segmented
        aria-label={t('qrPage.kind')}
        value={of.kind}
        options={of.kinds.map(value => ({ value, label: t(`qrPage.kind_${value}`) }))}
        onChange={value => of.change({ kind: value })}
      />
    </div>
    {of.kind === 'promoter' && <Coupon of={of} />}
    <div className="qr-field qr-many">{of.onlyOwn ? <p className="qr-help">{t('qrPage.onlyOwn')}</p> : <Many of={of} />}</div>
  </div>
)

const typeWords = (type: Program['type']) => choiceLabel('miniprograms', 'type', type)

function Coupon({ of: { deal, change } }: { of: Choice }) {
  const may = useMay('deal.read')
  if (!may) return null
  return (
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
  )
}

const Many = ({ of: { kind, ids, change } }: { of: Choice }) => (
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
)
