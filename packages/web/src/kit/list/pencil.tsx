import type { ComponentProps } from 'react'
import { t } from '../../i18n/index.ts'
import type { Field } from '../field.ts'
import { labelOf } from '../label.ts'
import './inline.css'

type Props = ComponentProps<'button'> & { field: Field }
export const Pencil = ({ field, ...rest }: Props) => (
  <button
    type="button"
    className="k-pencil"
    tabIndex={-1}
    aria-haspopup="dialog"
    aria-label={t('kit.editCell', { label: labelOf(field) })}
    {...rest}
  />
)
