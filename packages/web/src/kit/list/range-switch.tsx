import type { BaseRow } from '@forecourt/contract'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Segmented } from '../segmented.tsx'
import { hasRange, type List } from './use-list.ts'

/** This station, or all of its company that the reader may see. Offered to anyone who may choose among several. */
export function RangeSwitch<R extends BaseRow>({ list }: { list: List<R> }) {
  const several = useSession(({ stationTotal }) => stationTotal > 1)
  if (!several || !hasRange(list.of)) return null
  return (
    <Segmented
      aria-label={t('kit.range')}
      value={list.company ? 'company' : 'station'}
      options={[
        { value: 'station', label: t('kit.rangeStation') },
        { value: 'company', label: t('kit.rangeCompany') },
      ]}
      onChange={range => list.address.filterBy({ range: range === 'company' ? range : undefined })}
    />
  )
}
