import { cardBlackLists, deviceCredential, devices, simulatedOrders, type BlackListDevice, type RowOf } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { Time } from '../../kit/detail/figures.tsx'
import { DialogButton } from '../../kit/form/dialog-button.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { CopyButton } from '../../kit/feedback/copy.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { State } from '../../kit/state.tsx'
import { Alert, Button, Modal } from '../../kit/ui.ts'

type Device = RowOf<typeof devices>

const SimulatedOrderDialog = laterDialog(() => import('./simulated-order-dialog.tsx'))

const columns: readonly ColumnInput<Device>[] = [
  'name',
  'type',
  {
    path: 'online',
    get title() {
      return t('devices.online')
    },
    cell: device => <Online device={device} />,
    sort: 'lastSeen',
  },
  { path: 'lastSeen', cell: device => <Time at={device.lastSeen} /> },
  {
    path: 'enabled',
    cell: device => <State member={device.enabled ? 'enabled' : 'disabled'}>{t(device.enabled ? 'forecourt.on' : 'forecourt.off')}</State>,
  },
  {
    path: 'enrolled',
    get title() {
      return t('devices.enrolled')
    },
    cell: device => t(device.enrolled ? 'kit.yes' : 'kit.no'),
  },
  'group',
  'softwareVersion',
  { path: 'clockOffsetMs', hidden: true, cell: device => count(device.clockOffsetMs) },
  { path: 'lastSync', hidden: true },
]

/** The black list is asked for every few minutes by a device that is well: this often is enough to see it. */
const everyMs = 60_000
const blackListKey = 'cardBlackLists'

/** The versions of the black list that the devices of a station have; nothing for who may not see them. */
function useBlackLists(stationId: number): ReadonlyMap<number, BlackListDevice> | undefined {
  const may = useMay(cardBlackLists.devices.permission)
  const { visible } = usePage()
  const { data } = useQuery({
    queryKey: [blackListKey, stationId],
    enabled: may && visible,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => (await call(cardBlackLists.devices, {}, { signal })).content,
  })
  return useMemo(() => (may ? new Map(data?.map(each => [each.deviceId, each])) : undefined), [may, data])
}

function blackListColumn(known: ReadonlyMap<number, BlackListDevice>): ColumnInput<Device> {
  return {
    key: 'blackList',
    get title() {
      return t('forecourt.blackList')
    },
    sort: false,
    width: 220,
    cell: device => <BlackList of={known.get(device.id)} />,
    text: device => inWords(known.get(device.id)),
  }
}

/** The version that a device has, and by how much it is behind. */
function inWords(of: BlackListDevice | undefined): string {
  if (!of) return '—'
  const { version, behind } = of
  if (version === null) return t('forecourt.blackListNever')
  return behind > 0 ? t('forecourt.blackListBehind', { version, count: behind }) : String(version)
}

const BlackList = ({ of }: { of: BlackListDevice | undefined }) =>
  of?.stale ? (
    <>
      <State member="late">{t('forecourt.blackListStale')}</State> {inWords(of)}
    </>
  ) : (
    inWords(of)
  )

export const Online = ({ device }: { device: Device }) =>
  device.lastSeen === null ? (
    <span className="k-dash">—</span>
  ) : (
    <State member={device.online ? 'online' : 'offline'}>{t(device.online ? 'forecourt.online' : 'forecourt.offline')}</State>
  )

/** Devices with a credential of their own. A credential is shown once, when it is given or replaced. */
export function DeviceList({ stationId, children }: { stationId: number; children: ReactNode }) {
  const { give, given, forget } = useCredential()
  const mayEnrol = useMay('forecourt.device.enrol')
  const maySimulate = useMay(simulatedOrders.simulate.permission)
  const blackLists = useBlackLists(stationId)
  const shown = useMemo(() => (blackLists ? columns.toSpliced(6, 0, blackListColumn(blackLists)) : columns), [blackLists])
  return (
    <>
      <CrudPage
        of={devices}
        columns={shown}
        filters={['name', 'type', 'group', 'enabled']}
        emptyHint={t('forecourt.noDevices')}
        form={{ fields: ['name', 'type', 'group', 'softwareVersion', 'enabled'], defaults: { stationId, enabled: true } }}
        rowActions={device => (
          <>
            {mayEnrol && (
              <Button type="link" size="small" disabled={!device.enabled} onClick={() => void give(device)}>
                {t(device.enrolled ? 'forecourt.rotate' : 'forecourt.enrol')}
              </Button>
            )}
            {maySimulate && (
              <DialogButton label={t('simulatedOrder.label')} button={{ type: 'link', size: 'small', disabled: !device.enabled }}>
                {dialog => <SimulatedOrderDialog device={device} {...dialog} />}
              </DialogButton>
            )}
          </>
        )}>
        {children}
      </CrudPage>
      <Modal
        title={t('forecourt.credentialOf', { name: given?.name ?? '' })}
        open={given !== undefined}
        onCancel={forget}
        width={620}
        destroyOnHidden
        mask={{ closable: false }}
        footer={
          <Button type="primary" onClick={forget}>
            {t('forecourt.credentialKept')}
          </Button>
        }
        style={{ top: '14vh' }}>
        <Alert type="warning" showIcon title={t('forecourt.credentialOnce')} />
        <p className="fc-secret">
          <code>{given?.credential}</code>
          <CopyButton always text={given?.credential ?? ''} />
        </p>
        <p className="k-quiet">{t('forecourt.credentialUse')}</p>
      </Modal>
    </>
  )
}

function useCredential() {
  const [given, setGiven] = useState<{ name: string; credential: string }>()
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  const give = async ({ id, name, enrolled }: Device) => {
    if (enrolled && !(await confirm({ text: t('forecourt.askRotate', { name }), ok: t('forecourt.rotate'), danger: true }))) return
    try {
      const { credential } = await call(enrolled ? deviceCredential.rotate : deviceCredential.enrol, { id })
      setGiven({ name, credential })
      await Promise.all([devices.name, blackListKey].map(key => cache.invalidateQueries({ queryKey: [key] })))
    } catch (error) {
      toast.failed(error)
    }
  }
  return { give, given, forget: () => setGiven(undefined) }
}
