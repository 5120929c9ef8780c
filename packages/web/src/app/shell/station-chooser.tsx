import { CheckCircleFilled } from '@ant-design/icons'
import { companies, stations } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Empty, Input, Modal, Pagination, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { contains, equals, searchText } from '../../core/search.ts'
import { useSession, type AtStation } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { serviceWords } from '../../core/service.ts'
import { useSwitchStation } from './use-switch-station.tsx'

/** @source spec 0 §9 */
const pageSize = 10
const companyMost = 100

export default function StationChooser({ onClose }: { onClose: () => void }) {
  const atStation = useSession(state => state.atStation)
  const [chosen, setChosen] = useState(atStation)
  const ask = useSwitchStation(onClose)
  const stays = chosen !== undefined && chosen.id === atStation?.id
  /** The station worked in already needs no question: nothing changes. */
  const confirm = (station: AtStation) => (station.id === atStation?.id ? onClose() : ask(station))
  return (
    <Modal
      open
      onCancel={onClose}
      title={t('stationChooser.title')}
      width={640}
      okText={t(stays ? 'stationChooser.stay' : 'stationChooser.confirm')}
      okButtonProps={{ disabled: !chosen }}
      onOk={() => chosen && confirm(chosen)}>
      <StationTable chosen={chosen} onChoose={setChosen} onConfirm={confirm} />
    </Modal>
  )
}

interface TableProps {
  chosen: AtStation | undefined
  onChoose: (station: AtStation) => void
  onConfirm: (station: AtStation) => void
}

function StationTable({ chosen, onChoose, onConfirm }: TableProps) {
  const [page, setPage] = useState(1)
  const [keyword, setKeyword] = useState('')
  const [company, setCompany] = useState<number>()
  const search = searchText([keyword ? contains('name', keyword) : undefined, company ? equals('company.id', company) : undefined])
  const list = useQuery({
    queryKey: ['stationChooser', page, search],
    queryFn: ({ signal }) =>
      call(
        stations.list,
        { query: { page: page - 1, size: pageSize, expand: 'company', ...(search && { search }) } },
        { signal, everywhere: true },
      ),
    placeholderData: keepPreviousData,
  })
  const rows = (list.data?.content ?? []) as unknown as AtStation[]
  return (
    <>
      <div className="chooser-filters">
        <CompanyFilter
          value={company}
          onChange={value => {
            setCompany(value)
            setPage(1)
          }}
        />
        <Input.Search
          allowClear
          aria-label={t('stationChooser.keyword')}
          placeholder={t('stationChooser.keyword')}
          onSearch={typed => {
            setKeyword(typed.trim())
            setPage(1)
          }}
        />
      </div>
      {list.isPending ? (
        <Bones rows={8} />
      ) : (
        <Rows rows={rows} first={(page - 1) * pageSize + 1} chosen={chosen} onChoose={onChoose} onConfirm={onConfirm} />
      )}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Empty description={t('stationChooser.empty')} />}
      <Pagination
        size="small"
        align="end"
        current={page}
        pageSize={pageSize}
        total={list.data?.totalElements ?? 0}
        onChange={setPage}
        showSizeChanger={false}
        showQuickJumper
        showTotal={total => t('stationChooser.total', { count: total })}
      />
    </>
  )
}

function Rows({ rows, first, chosen, onChoose, onConfirm }: TableProps & { rows: readonly AtStation[]; first: number }) {
  return (
    <table className="chooser-table">
      <thead>
        <tr>
          <th scope="col">{t('stationChooser.index')}</th>
          <th scope="col">{t('stationChooser.station')}</th>
          <th scope="col">{t('stationChooser.chosen')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.id} aria-selected={row.id === chosen?.id} onClick={() => onChoose(row)} onDoubleClick={() => onConfirm(row)}>
            <td>{first + index}</td>
            <td>
              <button type="button" onClick={() => onChoose(row)}>
                {row.name}
              </button>
              <small>{row.company.name}</small>
              {serviceWords(row) && <small className="chooser-service">{serviceWords(row)}</small>}
            </td>
            <td>{row.id === chosen?.id && <CheckCircleFilled aria-label={t('stationChooser.chosen')} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Offered only to who sees more than one company. */
function CompanyFilter({ value, onChange }: { value: number | undefined; onChange: (value: number | undefined) => void }) {
  const list = useQuery({
    queryKey: ['stationChooser', 'companies'],
    queryFn: ({ signal }) => call(companies.list, { query: { page: 0, size: companyMost } }, { signal, everywhere: true }),
    staleTime: 300_000,
  })
  if ((list.data?.totalElements ?? 0) < 2) return null
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('stationChooser.company')}
      placeholder={t('stationChooser.company')}
      value={value}
      onChange={onChange}
      options={list.data!.content.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
