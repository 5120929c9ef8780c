import { useState } from 'react'
import { above, either, equals, isNull } from '../core/search.ts'
import { t } from '../i18n/index.ts'
import type { OwnControl } from './form/fields-form.tsx'
import { ReferenceSelect } from './reference.tsx'

/** Stored-value products that have not ended, as of when the form was opened. @source requirement MEM-035 */
export const productsOfMoney = () => [
  equals('type', 'debit'),
  either([isNull('endTime'), above('endTime', Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }))]),
]

/** A stored-value product to issue a card of. */
export const ProductOfMoney: OwnControl = props => <Products {...props} />

function Products({ field: _field, values: _values, change: _change, ...rest }: Parameters<OwnControl>[0]) {
  const [conditions] = useState(productsOfMoney)
  return <ReferenceSelect {...rest} resource="cards" conditions={conditions} placeholder={t('kit.chooseOne')} />
}
