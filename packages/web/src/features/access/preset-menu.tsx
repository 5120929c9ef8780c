import { pagesOfPreset, presets, type AccessChanges } from '@forecourt/contract'
import { language, t } from '../../i18n/index.ts'
import { Button, Dropdown } from '../../kit/ui.ts'
import { likePreset, type RoleColumn } from './role-changes.ts'

interface PresetMenuProps {
  columns: readonly RoleColumn[]
  onSet: (column: RoleColumn, changes: AccessChanges) => void
}

/** Menus ready made: one press makes a role open them; nothing is saved by it. */
export function PresetMenu({ columns, onSet }: PresetMenuProps) {
  const items = columns.map(column => ({
    key: String(column.id),
    label: t(`roles.${column.role}`),
    children: presets.map(preset => ({
      key: `${column.id}.${preset.name}`,
      label: preset[language()],
      onClick: () => onSet(column, likePreset(column, pagesOfPreset(preset), preset.buttons)),
    })),
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button>{t('assign.presets')}</Button>
    </Dropdown>
  )
}
