import { CheckOutlined } from '@ant-design/icons'
import { Button, Drawer, Segmented, Switch } from 'antd'
import { useId } from 'react'
import { initialSettings, set, themeColors, useSettings, type Settings } from '../../core/settings.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { useNarrow } from '../../kit/media.ts'

type Switches = 'tagBar' | 'fixedHeader' | 'showLogo' | 'plainKeys'

/** What a user may set of the looks; it shows at once. @source spec 0 §2 "Settings panel" */
export default function SettingsPanel({ onClose }: { onClose: () => void }) {
  const narrow = useNarrow()
  const settings = useSettings()
  const asNew = Object.entries(initialSettings).every(([name, value]) => settings[name as keyof Settings] === value)
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('settings.title')}
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? '85%' : 340}
      footer={
        <Button block disabled={asNew} onClick={() => set(initialSettings)}>
          {t('settings.reset')}
        </Button>
      }>
      <div className="settings">
        <Choice name="mode" values={['light', 'dark', 'auto']} />
        <Swatches />
        <Choice name="density" values={['comfortable', 'default', 'compact']} />
        <section>
          <h3>{t('settings.layout')}</h3>
          {!narrow && <Toggle name="tagBar" />}
          <Toggle name="fixedHeader" />
          <Toggle name="showLogo" />
        </section>
        {!narrow && (
          <section>
            <h3>{t('settings.keyboard')}</h3>
            <Toggle name="plainKeys" />
            <p>{t('settings.plainKeys_help')}</p>
          </section>
        )}
      </div>
    </Drawer>
  )
}

function Choice<K extends 'mode' | 'density'>({ name, values }: { name: K; values: readonly Settings[K][] }) {
  const chosen = useSettings(settings => settings[name])
  return (
    <section>
      <h3>{t(`settings.${name}`)}</h3>
      <Segmented
        block
        aria-label={t(`settings.${name}`)}
        value={chosen}
        onChange={value => set({ [name]: value })}
        options={values.map(value => ({ value, label: wordsFor(`settings.${name}_${value}`) }))}
      />
    </section>
  )
}

function Swatches() {
  const chosen = useSettings(({ color }) => color)
  const id = useId()
  return (
    <section>
      <h3 id={id}>{t('settings.color')}</h3>
      <div className="swatches" role="radiogroup" aria-labelledby={id}>
        {themeColors.map((color, index) => (
          <label key={color} style={{ background: color }} title={wordsFor(`settings.color_${index}`)}>
            <input
              type="radio"
              name="theme-color"
              className="visually-hidden"
              aria-label={`${wordsFor(`settings.color_${index}`)} ${color}`}
              checked={chosen === color}
              onChange={() => set({ color })}
            />
            {chosen === color && <CheckOutlined />}
          </label>
        ))}
      </div>
    </section>
  )
}

function Toggle({ name }: { name: Switches }) {
  const on = useSettings(settings => settings[name])
  const id = useId()
  return (
    <div className="toggle">
      <label htmlFor={id}>{t(`settings.${name}`)}</label>
      <Switch id={id} aria-label={t(`settings.${name}`)} checked={on} onChange={checked => set({ [name]: checked })} />
    </div>
  )
}
