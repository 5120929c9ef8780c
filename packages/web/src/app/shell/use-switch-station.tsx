import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { enterStation, session, type AtStation } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { dialogs } from '../../kit/feedback/dialogs.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { isPinned, useTabs, visit, type Tab } from '../tabs.ts'
import { serviceWords } from './service-reminder.ts'
import { titleOf } from './tab-acts.ts'

/** Asks, then moves: tabs are closed, and the last view is opened again where it means something in the other station. */
export function useSwitchStation(onDone: () => void): (station: AtStation) => void {
  const toast = useToast()
  const queries = useQueryClient()
  const { history } = useRouter()
  const move = (station: AtStation) => {
    const { tabs, active } = useTabs.getState()
    const last = tabs.find(tab => tab.path === active)
    enterStation(station)
    queries.clear()
    const kept = tabs.filter(tab => isPinned(tab) && survives(tab))
    useTabs.setState({ tabs: kept.map(tab => ({ ...tab, query: '', unsaved: false, turn: tab.turn + 1, alive: false })), active: '' })
    onDone()
    toast.done(t('stationChooser.switched', { station: station.name }))
    const target = last && survives(last) ? last.path : '/home'
    history.push(target)
    visit(target, '')
  }
  return station =>
    void dialogs().then(
      ({ modal }) =>
        void modal.confirm({
          title: t('stationChooser.ask', { station: station.name }),
          content: <Consequences station={station} />,
          okText: t('stationChooser.continue'),
          onOk: () => move(station),
        }),
    )
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
