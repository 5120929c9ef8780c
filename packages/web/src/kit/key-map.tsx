import { Modal } from 'antd'
import { t } from '../i18n/index.ts'
import { useSettings } from '../core/settings.ts'
import { Caps } from './caps.tsx'
import { keyGroups, useKeySets } from './keys.ts'
import './key-map.css'

/** What every table and form does with keys of its own, without having to say so. */
const general = {
  list: [
    ['ArrowUp+ArrowDown', 'kit.keyRows'],
    ['Enter', 'kit.keyOpen'],
    ['Space', 'kit.keySelect'],
    ['p', 'kit.keyPreview'],
    ['F2', 'kit.keyEdit'],
    ['ArrowLeft+ArrowRight', 'kit.keyWithin'],
  ],
  page: [
    ['$mod+Enter', 'kit.keySubmit'],
    ['Escape', 'kit.keyClose'],
  ],
} as const

/** The map of the keys that work here and now, read from what the page and the shell have bound. */
export default function KeyMap({ onClose }: { onClose: () => void }) {
  const sets = useKeySets(state => state.sets)
  const plain = useSettings(settings => settings.plainKeys)
  const listed = keyGroups.map(group => {
    const own = sets.filter(set => set.group === group).flatMap(set => Object.entries(set.keys))
    const bound = own.flatMap(([name, key]) => (key && name !== 'Shift+?' ? [[name, key.label] as const] : []))
    const more = group === 'list' && bound.length > 0 ? general.list : group === 'page' ? general.page : []
    return { group, lines: [...new Map([...more.map(([name, label]) => [name, t(label)] as const), ...bound])] }
  })
  return (
    <Modal open onCancel={onClose} footer={null} title={t('kit.keyMap')} width={760}>
      {!plain && <p className="k-keys-off">{t('kit.keysOff')}</p>}
      <div className="k-keys">
        {listed
          .filter(({ lines }) => lines.length > 0)
          .map(({ group, lines }) => (
            <section key={group}>
              <h3>{t(`keys.${group}`)}</h3>
              <dl>
                {lines.map(([name, label]) => (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>
                      <Caps name={name} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Modal>
  )
}
