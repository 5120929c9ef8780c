import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { serviceWords } from '../../core/service.ts'
import { enterStation, session, type AtStation } from '../../core/session.ts'
import { stationKnown } from '../../core/start.ts'
import { t } from '../../i18n/index.ts'
import { keepEditing } from '../../kit/feedback/confirm.tsx'
import { dialogsOrSay } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { landing } from '../landing.ts'
import { isPinned, useTabs, visit, type Tab } from '../tabs.ts'
import { titleOf } from './tab-acts.ts'
import { goTo } from '../../kit/page/history.ts'

/** Asks, then moves: tabs are closed, and the last view is opened again where it means something in the other station. */
export function useSwitchStation(onDone: () => void): (station: AtStation) => void {
  const queries = useQueryClient()
  return station => askToMove(queries, station, { onDone })
}

/** The same with a path to open there. */
export function askToMove(queries: QueryClient, station: AtStation, { onDone, open }: { onDone?: () => void; open?: string }): void {
  void dialogsOrSay().then(
    ready =>
      void ready?.modal.confirm({
        title: t('stationChooser.ask', { station: station.name }),
        content: <Consequences station={station} />,
        okText: t('stationChooser.continue'),
        ...(useTabs.getState().tabs.some(tab => tab.unsaved) && keepEditing()),
        onOk: async () => {
          const last = leave(queries, station)
          const target = open ?? last ?? (await firstHere())
          onDone?.()
          toast.done(t('stationChooser.switched', { station: station.name }))
          goTo(target)
          // The address may be the same as before: then nothing else would open it.
          visit(target.replace(/\?.*/, ''), /\?.*/.exec(target)?.[0] ?? '')
        },
      }),
  )
}

/** The page that this station opens first. @source requirement SCR-007 */
const firstHere = async (): Promise<string> => {
  await stationKnown()
  return landing(session().profile)
}

/** Enters the station, and says which view of before may be opened in it. */
function leave(queries: QueryClient, station: AtStation): string | undefined {
  const { tabs, active } = useTabs.getState()
  const last = tabs.find(tab => tab.path === active)
  enterStation(station)
  queries.clear()
  const kept = tabs.filter(tab => isPinned(tab) && survives(tab))
  useTabs.setState({ tabs: kept.map(tab => ({ ...tab, query: '', unsaved: false, turn: tab.turn + 1, alive: false })), active: '' })
  return last && survives(last) ? last.path : undefined
}

/** What is lost by moving, and how long the service of the other station still lasts. */
function Consequences({ station }: { station: AtStation }) {
  const { tabs } = useTabs()
  const unsaved = tabs.filter(tab => tab.unsaved)
  const service = serviceWords(station)
  return (
    <>
      <p className="switch-line">{t('stationChooser.askHelp')}</p>
      {unsaved.length > 0 && (
        <p className="switch-line bad" role="alert">
          {t('stationChooser.unsaved', { pages: unsaved.map(titleOf).join(t('stationChooser.comma')) })}
        </p>
      )}
      {service && <p className="switch-line switch-service">{service}</p>}
    </>
  )
}

/** A record of the old station means nothing in the new one. @source decisions.md A14 */
const survives = ({ name, params }: Tab) => Object.keys(params).length === 0 && mayOpen(name, session().profile)
