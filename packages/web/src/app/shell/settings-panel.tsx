import { CheckOutlined } from '@ant-design/icons'
import { Drawer, Segmented, Switch } from 'antd'
import type { ReactNode } from 'react'
import { set, themeColors, useSettings, type Settings } from '../../core/settings.ts'
import { t } from '../../i18n/index.ts'

/** What a user may set of the looks. @source spec 0 §2 "Settings panel" */
export default function SettingsPanel({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title={t('settings.title')} size={320}>
      <Panel />
    </Drawer>
  )
}

function Panel() {
  const settings = useSettings()
  const choice = <K extends 'mode' | 'density'>(name: K, values: readonly Settings[K][]) => (
    <Segmented
      block
      aria-label={t(`settings.${name}`)}
      value={settings[name]}
      onChange={value => set({ [name]: value })}
      options={values.map(value => ({ value, label: t(`settings.${name}_${value}`) }))}
    />
  )
  return (
    <div className="settings">
      <section>
        <h3>{t('settings.mode')}</h3>
        {choice('mode', ['light', 'dark', 'auto'])}
      </section>
      <section>
        <h3 id="settings-color">{t('settings.color')}</h3>
        <div className="swatches" role="radiogroup" aria-labelledby="settings-color">
          {themeColors.map(color => (
            <button
              key={color}
              type="button"
              role="radio"
              aria-checked={settings.color === color}
              aria-label={color}
              title={color}
              style={{ background: color }}
              onClick={() => set({ color })}>
              {settings.color === color && <CheckOutlined />}
            </button>
          ))}
        </div>
      </section>
      <section>
        <h3>{t('settings.density')}</h3>
        {choice('density', ['comfortable', 'default', 'compact'])}
      </section>
      <section>
        {(['tagBar', 'fixedHeader', 'showLogo'] as const).map(name => (
          <Toggle key={name} label={t(`settings.${name}`)}>
            <Switch aria-label={t(`settings.${name}`)} checked={settings[name]} onChange={checked => set({ [name]: checked })} />
          </Toggle>
        ))}
      </section>
    </div>
  )
}

const Toggle = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="toggle">
    <span>{label}</span>
    {children}
  </div>
)
