import {
  adjustTankBook,
  changeTankProduct,
  openTankBook,
  products,
  tankEntries,
  tankEntryProof,
  transferFuel,
  type RowOf,
  type tanks,
} from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { wholeOf } from '../../kit/form/confirmed.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { bookChanges } from './tank-book-changes.ts'
import { TankSelect } from './tank-select.tsx'

type Tank = RowOf<typeof tanks>
interface OfTank {
  readonly tank: Tank
  readonly bookCl?: number | null
}

/** The book as it is and as it will be. */
const becomes = (before: number | null | undefined, by: number | undefined): NonNullable<Rules['figures']> => [
  { label: t('tankEntries.book'), unit: 'litres', before, after: before == null || by === undefined ? undefined : before + by },
]
const volumeOf = (values: Values) => wholeOf(values['volumeCl'])
const pinOf = (tank: Tank) => (values: Values) => tankEntryProof(tank.id, volumeOf(values) ?? 0)

/** 期初: a book begins with what was measured; what stands at the tank is offered. */
export const OpenBook = ({ tank }: OfTank) => (
  <ActButton
    of={openTankBook}
    words={tankEntries.name}
    changes={bookChanges}
    fields={['volumeCl', 'at', 'reason']}
    defaults={{ tankId: tank.id, ...(tank.measuredAt !== null && { volumeCl: tank.volumeCl }) }}
    rules={values => ({
      wrong: { volumeCl: (volumeOf(values) ?? 0) > tank.maxVolumeCl ? t('tankEntries.tooMuch') : undefined },
      figures: [{ label: t('tankEntries.book'), unit: 'litres', before: undefined, after: volumeOf(values) }],
    })}
    pinFor={pinOf(tank)}
    label={t('tankEntries.open')}
    title={t('tankEntries.openOf', { number: tank.number })}
    submitLabel={t('tankEntries.open')}
    done={t('tankEntries.openDone')}
    button={{ type: 'primary' }}
  />
)

/** 调拨: fuel that went into another tank of the station. */
export const Transfer = ({ tank, bookCl }: OfTank) => (
  <ActButton
    of={transferFuel}
    words={tankEntries.name}
    changes={bookChanges}
    fields={['otherTankId', 'volumeCl', 'at', 'reason']}
    defaults={{ tankId: tank.id }}
    controls={{ otherTankId: ({ field: _field, ...props }) => <TankSelect {...props} where={equals('station.id', tank.stationId)} /> }}
    rules={values => ({
      wrong: { otherTankId: values['otherTankId'] === tank.id ? t('tankEntries.otherTankSame') : undefined },
      figures: becomes(bookCl, volumeOf(values) === undefined ? undefined : -volumeOf(values)!),
    })}
    label={t('tankEntries.transfer')}
    title={t('tankEntries.transferOf', { number: tank.number })}
    submitLabel={t('tankEntries.transfer')}
    done={t('tankEntries.transferDone')}
  />
)

/** 调整: up or down, with the PIN. */
export const Adjust = ({ tank, bookCl }: OfTank) => (
  <ActButton
    of={adjustTankBook}
    words={tankEntries.name}
    changes={bookChanges}
    fields={['volumeCl', 'at', 'reason']}
    defaults={{ tankId: tank.id }}
    rules={values => ({
      wrong: { volumeCl: volumeOf(values) === 0 ? t('tankEntries.zero') : undefined },
      limits: { volumeCl: t('tankEntries.upOrDown') },
      figures: becomes(bookCl, volumeOf(values)),
    })}
    pinFor={pinOf(tank)}
    label={t('tankEntries.adjust')}
    title={t('tankEntries.adjustOf', { number: tank.number })}
    submitLabel={t('tankEntries.adjust')}
    done={t('tankEntries.adjustDone')}
  />
)

/** 换油品: of a tank that is empty; a new book begins at nothing. */
export const ChangeProduct = ({ tank }: OfTank) => (
  <ActButton
    of={changeTankProduct}
    words={tankEntries.name}
    changes={bookChanges}
    fields={['productId', 'reason']}
    defaults={{ tankId: tank.id }}
    controls={{ productId: ({ field: _field, ...props }) => <ReferenceSelect {...props} resource={products.name} /> }}
    rules={({ productId }) => ({
      wrong: { productId: productId === tank.productId ? t('tankEntries.productSame') : undefined },
    })}
    pinFor={() => tankEntryProof(tank.id, 0)}
    effect={() => <p className="k-quiet">{t('tankEntries.productEffect')}</p>}
    label={t('tankEntries.changeProduct')}
    title={t('tankEntries.changeProductOf', { number: tank.number, product: tank.product?.name ?? '' })}
    submitLabel={t('tankEntries.changeProduct')}
    done={t('tankEntries.changeProductDone')}
  />
)
