import { useId } from 'react'
import { t } from '../../i18n/index.ts'
import { choiceLabel, fieldLabel } from '../../kit/label.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Select } from '../../kit/ui.ts'
import { kinds, type Kind } from './ic-write.ts'
import { useSuppliers } from '../../kit/reader/suppliers.ts'

export type UserCardType = 1 | 2

/** 卡商. */
export function MakerChoice({ value, onChange }: { value: number | undefined; onChange: (supplier: number) => void }) {
  const id = useId()
  const { options } = useSuppliers()
  return (
    <div>
      <label htmlFor={id}>{fieldLabel('cardInfos', 'supplier')}</label>
      <Select
        id={id}
        value={value ?? null}
        options={[...options]}
        placeholder={t('kit.chooseOne')}
        style={{ width: '100%' }}
        onChange={supplier => supplier !== null && onChange(supplier)}
      />
    </div>
  )
}

/** 感应卡 or CPU 卡: no other is a customer's. */
export function TypeChoice({ value, onChange }: { value: UserCardType | undefined; onChange: (cardType: UserCardType) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{fieldLabel('cardInfos', 'cardType')}</label>
      <Select
        id={id}
        value={value ?? null}
        options={([1, 2] as const).map(type => ({ value: type, label: choiceLabel('cardInfos', 'cardType', String(type)) }))}
        placeholder={t('kit.chooseOne')}
        style={{ width: '100%' }}
        onChange={cardType => cardType !== null && onChange(cardType)}
      />
    </div>
  )
}

/** What kind of account test data tells of, or none. */
export function KindChoice({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{t('icCardPage.kind')}</label>
      <Select
        id={id}
        value={value}
        options={kinds.map(kind => ({ value: kind, label: t(`icCardPage.kind_${kind}`) }))}
        style={{ width: '100%' }}
        onChange={onChange}
      />
    </div>
  )
}

/** 所属油企, or nobody's yet. */
export function CompanyChoice({ value, onChange }: { value: number | undefined; onChange: (id: number | undefined) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{fieldLabel('cardInfos', 'companyId')}</label>
      <ReferenceSelect
        resource="companies"
        id={id}
        value={value}
        placeholder={t('preparePage.nobody')}
        onChange={chosen => onChange(chosen)}
      />
    </div>
  )
}
