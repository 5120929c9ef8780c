import type { defaultTaxes, RowOf } from '@forecourt/contract'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { Values } from '../../kit/form/values.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'

type Rate = RowOf<typeof defaultTaxes>

export const isFuel = ({ kind }: Values) => kind === 'fuel'
export const isGoods = ({ kind }: Values) => kind === 'goods'
export const hasBegun = ({ beginDate }: { beginDate: string }): boolean => beginDate <= today()

interface Target {
  kind: string
  product?: { name: string } | null
  category?: { name: string } | null
}
/** What a rate is for: a fuel or goods of a category, else all that have none of their own. */
export const targetOf = ({ kind, product, category }: Target): string =>
  kind === 'fuel' ? (product?.name ?? t('taxPage.everyFuel')) : (category?.name ?? t('taxPage.allGoods'))

/** What the lists of rates of a station and of the company show. */
export const rateColumns = {
  kind: { path: 'kind', width: 100 },
  target: {
    path: 'productId',
    get title() {
      return t('taxPage.target')
    },
    width: 200,
    phone: 'what',
    cell: targetOf,
    text: targetOf,
  },
  facts: [
    { path: 'rate', width: 90, phone: 'amount' },
    { path: 'classificationCode', width: 200 },
    { path: 'specification', width: 150 },
    { path: 'unit', width: 90 },
  ],
  createdDate: { path: 'createdDate', hidden: true },
} satisfies Record<string, ColumnInput<Rate> | readonly ColumnInput<Rate>[]>
