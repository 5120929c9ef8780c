import { cards, categories, items, tags, type BaseRow, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { itemRules } from './item-rules.ts'

type Item = RowOf<typeof items>

const fields = [
  'name',
  'code',
  'barcode',
  'categoryId',
  'priceCents',
  'taxRate',
  'inventory',
  'lowStock',
  'weight',
  'startTime',
  'endTime',
  'description',
  'tagId',
  'giftPoints',
  'giftCents',
  'giftPercent',
  'frozenCents',
  'frozenPercent',
  'giftCoupons',
  'giftCardId',
]
/** The facts of a fuel that are its shelf's; the others are the catalogue's. */
const fuelFields = ['categoryId', 'weight', 'startTime', 'endTime', 'description']

/** The form of goods. The stock is changed only where a number is entered. */
export function ItemForm({ record, done }: { record: BaseRow | undefined; done: () => void }) {
  const station = useSession(({ atStation }) => atStation?.id)
  const item = record as Item | undefined
  const stationId = item?.stationId ?? station!
  const isFuel = item !== undefined && item.productId !== null
  const conditions = [equals('station.id', stationId), equals('type', isFuel ? 'fuel' : 'normal')]
  const chooseCategory = ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferenceSelect {...{ id, value, onChange, disabled, conditions }} resource={categories.name} />
  )
  const chooseCard = ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferenceSelect {...{ id, value, onChange, disabled }} resource={cards.name} conditions={storedValue} />
  )
  const chooseTag = ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferenceSelect {...{ id, value, onChange, disabled }} resource={tags.name} conditions={byHand} />
  )
  return (
    <ActForm
      of={item ? items.update : items.create}
      {...(item && { id: item.id, version: item.version })}
      words={items.name}
      fields={isFuel ? fuelFields : fields}
      headings={{ inventory: t('shop.stock'), startTime: t('shop.validity'), giftPoints: t('shop.gifts') }}
      controls={{ categoryId: chooseCategory, tagId: chooseTag, giftCardId: chooseCard }}
      defaults={item ? factsOf(item) : { stationId, taxRate: 13, inventory: -1 }}
      {...(!isFuel && { rules: itemRules })}
      changes={['items', 'categories', 'auditLogs']}
      submitLabel={t('kit.save')}
      done={t(item ? 'kit.saved' : 'kit.added')}
      onDone={done}
      onCancel={done}
    />
  )
}

/** Those by rule are worked out from members. */
const byHand = [equals('kind', 'hand')]
/** Money is kept on these alone. */
const storedValue = [equals('type', 'debit')]

/** What is sent as it was read; its stock is no part of it. */
const factsOf = (item: Item): Values =>
  Object.fromEntries(Object.keys(items.body.shape).map(name => [name, (item as unknown as Values)[name]]))
