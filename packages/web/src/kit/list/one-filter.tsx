import { t } from '../../i18n/index.ts'
import { labelOf, titled, unitOf } from '../label.ts'
import { StillPeriod } from '../period-picker.tsx'
import { soon, StillBox } from '../soon.tsx'
import { ChipWords } from './chips.tsx'
import type { FilterControlProps } from './filter-control.tsx'
import type { Filter } from './filter.ts'

/** What filters are typed and chosen in: nobody needs it before there are rows to narrow. */
const FilterControl = soon<FilterControlProps>(() => import('./filter-control.tsx'))

function Still({ filter, value }: Pick<FilterControlProps, 'filter' | 'value'>) {
  const { control } = filter
  if (control === 'period') return <StillPeriod value={value} />
  const typed = control === 'text' || control === 'exact'
  return <StillBox set={value !== ''} text={value ? <ChipWords filter={filter} raw={value} /> : typed ? '' : t('kit.all')} />
}

interface OneFilterProps {
  filter: Filter
  value: string
  note: (path: string, value: string) => void
  search: (more?: Record<string, string | undefined>) => void
}

export function OneFilter({ filter, value, note, search }: OneFilterProps) {
  const label = titled(labelOf(filter.field), unitOf(filter.field.kind))
  const id = `f-${filter.path.replaceAll('.', '-')}`
  const paired = filter.control === 'period' || filter.control === 'range'
  return (
    <div className={placesOf(filter) === 2 ? 'k-filter k-filter-wide' : 'k-filter'}>
      {paired ? (
        <span className="k-name" id={`${id}-name`}>
          {label}
        </span>
      ) : (
        <label htmlFor={id} className="k-name">
          {label}
        </label>
      )}
      <FilterControl
        id={id}
        label={label}
        filter={filter}
        value={value}
        onType={text => note(filter.path, text)}
        onChoose={text => search({ [filter.path]: text || undefined })}
        still={<Still filter={filter} value={value} />}
      />
    </div>
  )
}

/** A period with hours takes two places. */
export const placesOf = ({ control, time }: Filter) => (control === 'period' && time ? 2 : 1)
