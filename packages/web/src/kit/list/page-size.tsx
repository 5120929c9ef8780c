import { Select } from 'antd'
import { t } from '../../i18n/index.ts'
import { pageSizes } from './use-address.ts'

export interface PageSizeProps {
  value: number
  onChange: (size: number) => void
}

/** How many rows a page of the list has. */
export default function PageSize({ value, onChange }: PageSizeProps) {
  return (
    <Select
      size="small"
      value={value}
      onChange={onChange}
      aria-label={t('kit.pageSize')}
      options={pageSizes.map(each => ({ value: each, label: t('kit.perPage', { count: each }) }))}
    />
  )
}
