import { auditLogs } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count as counted } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Timeline, type Happening } from '../detail/timeline.tsx'
import { Bones, Failed } from '../feedback/states.tsx'
import { usePage } from '../page/use-page.ts'
import { Changes } from './changes-table.tsx'
import { actorWords, actionWords, type Entry } from './action-words.ts'
import './history.css'

const size = 20

export default function HistoryEntries({ subject }: { subject: string }) {
  const { visible } = usePage()
  const [pages, setPages] = useState(1)
  const query = { size: size * pages, sort: 'id,desc', search: searchText([equals('subject', subject)]), expand: ['user', 'device'] }
  const { data, error, refetch } = useQuery({
    queryKey: [auditLogs.name, 'list', query],
    enabled: visible,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(auditLogs.list, { query }, { signal, everywhere: true }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={3} />
  if (data.content.length === 0) return <p className="k-quiet">{t('kit.noHistory')}</p>
  return (
    <div className="k-history">
      <Timeline label={t('kit.history')} of={data.content.map(happeningOf)} />
      {data.totalElements > data.content.length && (
        <button type="button" className="k-sorter k-link" onClick={() => setPages(pages + 1)}>
          {t('kit.olderActions', { count: counted(data.totalElements - data.content.length) })}
        </button>
      )}
    </div>
  )
}

const happeningOf = (row: Entry): Happening => ({
  key: row.id,
  at: row.at,
  title: `${actionWords(row.action)} · ${actorWords(row)}`,
  text: (
    <details>
      <summary>{t('kit.whatChanged')}</summary>
      <Changes row={row} />
    </details>
  ),
})
