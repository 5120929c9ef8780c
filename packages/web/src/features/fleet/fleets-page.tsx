import { fleets, userCards } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { RecordDrawer } from '../../kit/form/forms.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { session } from '../../core/session.ts'
import { Button, Dropdown } from '../../kit/ui.ts'
import { deskActs, type DeskAct, type CardDesk } from './card-desk.ts'
import { FleetForms, fleetActsFor, isGrave, type FleetForm } from './fleet-forms.tsx'
import type { Fleet } from './fleet-row.ts'

/** As the master card stands; a fleet that is stopped as a whole says that first. */
function Standing({ fleet }: { fleet: Fleet }) {
  if (fleet.stoppedAt) return <span className="k-minus">{t('fleetPage.stopped')}</span>
  return fleet.status ? <StatusTag of="userCards" field="status" value={fleet.status} /> : <span className="k-dash">—</span>
}
const standing = ({ stoppedAt, status }: Fleet) =>
  stoppedAt ? t('fleetPage.stopped') : status ? choiceLabel('userCards', 'status', status) : '—'

const endOf = ({ endTime }: Fleet): string => (endTime === null ? t('fleetPage.withoutEnd') : time(endTime))

const columns: readonly ColumnInput<Fleet>[] = [
  { path: 'name', width: 220 },
  { path: 'status', width: 110, phone: 'state', cell: fleet => <Standing fleet={fleet} />, text: standing },
  { path: 'leaderName', width: 110 },
  { path: 'leaderMobile', width: 140 },
  { path: 'valueMode', width: 110 },
  { path: 'balanceCents', width: 130 },
  { path: 'subCount', width: 100 },
  { path: 'endTime', width: 130, cell: endOf, text: endOf },
  { path: 'invoiceType', width: 120 },
  { path: 'cardId', width: 170 },
  { path: 'employeeCount', hidden: true },
  { path: 'discountId', hidden: true },
  { path: 'employeeCards', hidden: true },
  { path: 'miniProgramOff', hidden: true },
  { path: 'earnsPoints', hidden: true },
  { path: 'levelUpgrade', hidden: true },
  { path: 'remark', hidden: true },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Fleet>[] = [
  'name',
  'leaderMobile',
  'leaderName',
  'valueMode',
  'invoiceType',
  'status',
  'endTime',
  'cardId',
]

/** 单位会员: fleets with their leaders and master cards. @source requirement FLT-020 */
export function FleetsPage({ desk }: { desk: CardDesk }) {
  const { title, search, setSearch } = usePage()
  const go = useGo()
  const list = useList<Fleet>(fleets, { columns, filters })
  const { start, dialogs } = desk
  const [form, setForm] = useState<FleetForm>()
  const mayWrite = useMay('member.fleet.write')
  const toast = useToast()
  const edit = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const mayDesk = mayOpen('assgin', session().profile)
  const openDesk = ({ masterId }: Fleet) => masterId !== null && go('assgin', { userCardId: masterId })
  const act = (name: DeskAct, { masterId }: Fleet) =>
    void call(userCards.get, { id: masterId! }).then(card => start(name, card), toast.failed)
  return (
    <>
      <ListView
        list={list}
        label={title}
        onOpen={fleet => (mayDesk && fleet.masterId !== null ? openDesk(fleet) : mayWrite && edit(String(fleet.id)))}
        emptyHint={t('fleetPage.none')}
        {...(mayWrite && { onNew: () => go('addUnitMember'), newLabel: t('fleetPage.add') })}
        rowActions={fleet => (
          <>
            {mayDesk && fleet.masterId !== null && (
              <Button type="link" size="small" aria-label={t('fleetPage.deskOf', { name: fleet.name })} onClick={() => openDesk(fleet)}>
                {t('fleetPage.desk')}
              </Button>
            )}
            <More fleet={fleet} mayWrite={mayWrite} act={act} edit={() => edit(String(fleet.id))} form={setForm} />
          </>
        )}
      />
      <RecordDrawer
        of={fleets}
        wanted={search['record']}
        rows={list.rows}
        form={undefined}
        called={({ name }) => name}
        onClose={() => edit(undefined)}
        onReopen={edit}
      />
      <FleetForms form={form} onClose={() => setForm(undefined)} />
      {dialogs}
    </>
  )
}

interface MoreProps {
  fleet: Fleet
  mayWrite: boolean
  act: (name: DeskAct, fleet: Fleet) => void
  edit: () => void
  form: (form: FleetForm) => void
}

function More({ fleet, mayWrite, act, edit, form }: MoreProps) {
  const { status, masterId, name } = fleet
  const acts = status !== null && masterId !== null ? deskActs({ status }) : []
  const items = [
    ...acts.map(key => ({
      key,
      label: t(`fleetDesk.${key}`),
      danger: key === 'loss',
      onClick: () => act(key, fleet),
    })),
    ...(mayWrite
      ? [
          { key: 'edit', label: t('kit.edit'), onClick: edit },
          ...fleetActsFor(fleet).map(key => ({
            key,
            label: t(`fleetPage.${key}`),
            danger: isGrave(key),
            onClick: () => form({ key, fleet }),
          })),
        ]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button type="link" size="small" aria-label={t('fleetPage.moreOf', { name })}>
        {t('fleetPage.more')}
      </Button>
    </Dropdown>
  )
}
