import { fleets, userCards, type Permission, type RecordNamed } from '@forecourt/contract'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { count } from '../../core/money.ts'
import { may, useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Money, StatusTag } from '../../kit/detail/figures.tsx'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Empty } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { WhileLoading } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { grouped } from '../../kit/show.ts'
import { Alert, Button, Dropdown, Tabs } from '../../kit/ui.ts'
import { deskActs, type CardDesk } from './card-desk.ts'
import { Employees } from './employees.tsx'
import { FleetCars } from './fleet-cars.tsx'
import { FleetForms, fleetActsFor, isGrave, type FleetForm } from './fleet-forms.tsx'
import type { Fleet } from './fleet-row.ts'
import './fleet.css'

type Card = RecordNamed<'userCards'>
interface AssignDeskProps {
  SubCards: ComponentType<{ master: Card; shares: boolean; ofVehicles: boolean }>
  Movements: ComponentType<{ id: number }>
  desk: CardDesk
  more: readonly FleetTab[]
}
/** What another part of the product shows of a fleet. */
export interface FleetTab {
  readonly key: string
  readonly needs: Permission
  readonly label: () => string
  readonly show: (groupId: number) => ReactNode
}
const tabs = ['subs', 'employees', 'cars', 'movements'] as const
type TabName = (typeof tabs)[number]
const relations = ['group', 'card']

/** The master card of a fleet, its sub cards, its employees and its vehicles. @source decisions FL9 */
export function AssignDesk(props: AssignDeskProps) {
  const { params, setTitle } = usePage()
  const id = Number(params['userCardId'])
  const { data: master, error, refetch } = useRecord(userCards, id > 0 ? id : undefined, relations)
  const led = useSession(({ profile }) => profile?.fleet)
  const name = master?.group?.name ?? led?.name
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (led && led.userCardId === null) return <Empty title={t('fleetDesk.noMaster')} hint={t('fleetDesk.noMasterHelp')} />
  if (error) return <PageFailed error={error} onRetry={() => void refetch()} />
  return master ? <Desk {...props} master={master} name={name ?? ''} /> : <Bones rows={8} />
}

function Desk({ SubCards, Movements, desk, more, master, name }: AssignDeskProps & { master: Card; name: string }) {
  const page = usePage()
  const { start, dialogs } = desk
  const { data: fleet } = useRecord(fleets, master.groupId ?? undefined)
  const shares = fleet?.valueMode === 'share'
  const asked = page.search['tab']
  const other = master.groupId !== null ? more.find(({ key, needs }) => key === asked && may(needs)) : undefined
  const tab = other?.key ?? tabs.find(key => key === asked) ?? 'subs'
  return (
    <>
      <PageHeader
        title={name}
        meta={<StatusTag of="userCards" field="status" value={master.status} />}
        actions={
          <>
            {deskActs(master).map(act => (
              <Button key={act} type={act === 'topUp' ? 'primary' : 'default'} onClick={() => start(act, master)}>
                {t(`fleetDesk.${act}`)}
              </Button>
            ))}
            {fleet && <MoreActs fleet={fleet} />}
          </>
        }
      />
      {fleet?.stoppedAt && <Alert type="warning" showIcon title={t('fleetDesk.stopped')} />}
      <Section title={t('fleetDesk.master', { number: grouped(master.number, 'cardNumber') })}>
        <Figures
          of={[
            {
              label: t(shares ? 'fleetDesk.shared' : 'fleetDesk.allocatable'),
              value: <Money cents={shares ? master.value : master.principalCents} unit />,
            },
            { label: t('userCards.giftCents'), value: <Money cents={master.giftCents} unit /> },
            { label: t('userCards.debtCents'), value: <Money cents={master.debtCents} unit /> },
            { label: t('groups.valueMode'), value: fleet ? choiceLabel('groups', 'valueMode', fleet.valueMode) : '—' },
            { label: t('groups.subCount'), value: count(fleet?.subCount) },
            { label: t('groups.employeeCount'), value: count(fleet?.employeeCount) },
          ]}
        />
      </Section>
      <Bar tab={tab} more={more} onChange={next => page.setSearch({ tab: next === 'subs' ? undefined : next })} />
      {tab === 'subs' && <SubCards master={master} shares={shares} ofVehicles={fleet?.employeeCards === false} />}
      {tab === 'employees' && master.groupId !== null && <Employees fleetId={master.groupId} />}
      {tab === 'cars' && master.groupId !== null && <FleetCars fleetId={master.groupId} />}
      {tab === 'movements' && <Movements id={master.id} />}
      {other && <WhileLoading show={<Bones rows={8} />}>{other.show(master.groupId!)}</WhileLoading>}
      {dialogs}
    </>
  )
}

/** What is done to the fleet as a whole; of its staff, not of its leader. */
function MoreActs({ fleet }: { fleet: Fleet }) {
  const mayWrite = useMay('member.fleet.write')
  const [form, setForm] = useState<FleetForm>()
  if (!mayWrite) return null
  const items = fleetActsFor(fleet).map(key => ({
    key,
    label: t(`fleetPage.${key}`),
    danger: isGrave(key),
    onClick: () => setForm({ key, fleet }),
  }))
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button>{t('fleetPage.more')}</Button>
      </Dropdown>
      <FleetForms form={form} onClose={() => setForm(undefined)} />
    </>
  )
}

const reads = { employees: 'fleet.employee.read', cars: 'fleet.car.read', movements: 'card.detail.read' } as const

interface BarProps {
  tab: string
  more: readonly FleetTab[]
  onChange: (tab: string) => void
}
function Bar({ tab, more, onChange }: BarProps) {
  const own: Record<TabName, boolean> = {
    subs: true,
    employees: useMay(reads.employees),
    cars: useMay(reads.cars),
    movements: useMay(reads.movements),
  }
  const others = more.filter(({ needs }) => may(needs)).map(({ key, label }) => ({ key, label: label() }))
  const items = [...tabs.filter(key => own[key]).map(key => ({ key, label: t(`fleetDesk.${key}`) })), ...others]
  return <Tabs className="k-parts" activeKey={tab} items={items} onChange={onChange} />
}
