import { useEffect } from 'react'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { grouped } from '../../kit/show.ts'
import { Input } from '../../kit/ui.ts'

type ChipNumberProps = Parameters<OwnControl>[0] & { given: string | undefined }

/** The number of the card that lies on the reader, which nobody types. */
export function ChipNumber({
  given,
  value,
  onChange,
  values: _values,
  change: _change,
  field: _field,
  disabled: _disabled,
  ...rest
}: ChipNumberProps) {
  useEffect(() => {
    if (given && given !== value) onChange?.(given)
  }, [given, value, onChange])
  return <Input {...rest} readOnly value={value ? grouped(String(value), 'cardNumber') : ''} placeholder={t('reader.waiting')} />
}
