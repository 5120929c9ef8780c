import { displays, type Display, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { clock, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Alert, Button, Drawer, Input, Select } from '../../kit/ui.ts'
import type { Station } from './figures.ts'
import type { Scope } from './use-figures.ts'
import './displays.css'

interface DisplaysProps {
  open: boolean
  onClose: () => void
  stations: readonly Station[]
  /** What the page shows now: the first choice for another screen. */
  scope: Scope
}
type Made = Returned<typeof displays.open>

/** How soon it is seen that a code was typed. */
const lookMs = 3_000

/** 投屏: the screens on walls of the company; another one is given a code, and each can be ended. @source decisions.md O10 */
export default function Displays({ open, onClose, stations, scope }: DisplaysProps) {
  const [made, setMade] = useState<Made>()
  const { data, error, refetch } = useQuery({
    queryKey: ['displays'],
    enabled: open,
    refetchInterval: lookMs,
    queryFn: ({ signal }) => call(displays.list, {}, { signal, company: true }),
  })
  const waits = data?.content.find(({ id }) => id === made?.id)
  const read = () => void refetch()
  return (
    <Drawer title={t('screen.displays')} open={open} onClose={onClose} size={480} destroyOnHidden>
      <div className="ds-walls">
        {made && !waits?.pairedDate ? (
          <Code made={made} onOther={() => setMade(undefined)} />
        ) : (
          <>
            {made && <Alert type="success" showIcon title={t('screen.paired', { name: waits?.name ?? '' })} />}
            <Another {...{ stations, scope }} onMade={given => (setMade(given), read())} />
          </>
        )}
        {error && !data ? <Failed error={error} onRetry={read} /> : data ? <All all={data.content} onEnded={read} /> : <Bones rows={3} />}
      </div>
    </Drawer>
  )
}

/** To be read from the desk, and typed at the wall. */
function Code({ made: { code, expiration }, onOther }: { made: Made; onOther: () => void }) {
  return (
    <section className="ds-wall-code" aria-live="polite">
      <p>{t('screen.typeCode', { address: `${location.origin}/login#display` })}</p>
      <b>{code}</b>
      <p className="k-quiet">{t('screen.codeUntil', { time: clock(expiration) })}</p>
      <Button onClick={onOther}>{t('screen.otherCode')}</Button>
    </section>
  )
}

interface AnotherProps extends Pick<DisplaysProps, 'stations' | 'scope'> {
  onMade: (made: Made) => void
}

function Another({ stations, scope, onMade }: AnotherProps) {
  const toast = useToast()
  const [name, setName] = useState('')
  const [station, setStation] = useState<number>(scope ?? 0)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    try {
      onMade(await call(displays.open, { body: { name, stationId: station || null } }, { company: true }))
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  const options = [{ value: 0, label: t('screen.allStations') }, ...stations.map(({ id, name: label }) => ({ value: id, label }))]
  return (
    <form
      className="ds-wall-new"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}>
      <p className="k-quiet">{t('screen.displaysHelp')}</p>
      <label htmlFor="ds-wall-name">{t('screen.displayName')}</label>
      <Input
        id="ds-wall-name"
        maxLength={40}
        placeholder={t('screen.displayNameSuch')}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <label htmlFor="ds-wall-station">{t('screen.scope')}</label>
      <Select id="ds-wall-station" value={station} options={options} onChange={(value: number) => setStation(value)} />
      <Button type="primary" htmlType="submit" loading={busy} disabled={!name.trim()}>
        {t('screen.makeCode')}
      </Button>
    </form>
  )
}

function All({ all, onEnded }: { all: readonly Display[]; onEnded: () => void }) {
  const confirm = useConfirm()
  const toast = useToast()
  const end = async ({ id, name }: Display) => {
    const act = () => call(displays.end, { id }, { company: true })
    if (!(await confirm({ text: t('screen.askEnd', { name }), ok: t('screen.endDisplay'), danger: true, act }))) return
    toast.done(t('screen.displayEnded'))
    onEnded()
  }
  if (all.length === 0) return <Empty title={t('screen.noDisplays')} />
  return (
    <ul className="ds-wall-list" aria-label={t('screen.displays')}>
      {all.map(display => (
        <li key={display.id}>
          <div>
            <strong>{display.name}</strong> {display.station?.name ?? t('screen.allStations')}
            <small>
              {display.pairedDate
                ? t('screen.seen', { at: time(display.seenDate, 'minute') })
                : t('screen.waits', { time: clock(display.expiration) })}{' '}
              · {t('screen.openedBy', { name: display.openedBy })}
            </small>
          </div>
          <Button size="small" danger onClick={() => void end(display)}>
            {t('screen.endDisplay')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
