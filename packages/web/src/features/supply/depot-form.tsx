import { ReferencesSelect } from '../../kit/reference.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { t } from '../../i18n/index.ts'
import { later } from '../../kit/later.tsx'

/** It brings the official table, which no page needs before a depot is entered. */
const DivisionSelect = later(() => import('./division-select.tsx'))
const chooseDivision: OwnControl = props => <DivisionSelect {...props} />

/** Several base fuels by their names, in the shape that the record has them. */
const chooseFuels: OwnControl = ({ field: _field, values: _values, change: _change, value, onChange, ...rest }) => (
  <ReferencesSelect
    {...rest}
    resource="baseFuels"
    placeholder={t('kit.chooseOne')}
    value={((value ?? []) as { baseFuelId: number }[]).map(({ baseFuelId }) => baseFuelId)}
    onChange={ids => onChange?.(ids.map(baseFuelId => ({ baseFuelId })))}
  />
)

export const depotControls = { baseFuels: chooseFuels, divisionCode: chooseDivision }
