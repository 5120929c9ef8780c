import { categories, items } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { ReferencesSelect } from '../../kit/reference.tsx'
import { findGoods } from './find-goods.ts'

/** 移入商品: goods of the station that leave their categories for this one. */
export function TakeIn({ category, onClose }: { category: { id: number; name: string; stationId: number }; onClose: () => void }) {
  const conditions = [equals('station.id', category.stationId), equals('category.type', 'normal'), `category.id<>${category.id}`]
  const chooseGoods = ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferencesSelect
      {...{ id, value, onChange, disabled, conditions }}
      resource={items.name}
      find={findGoods}
      placeholder={t('kit.chooseOne')}
    />
  )
  return (
    <DialogForm title={t('shop.takeInto', { name: category.name })} open onClose={onClose}>
      <ActForm
        of={categories.takeItems}
        id={category.id}
        words="categoryMove"
        controls={{ itemIds: chooseGoods }}
        changes={['categories', 'items', 'auditLogs']}
        submitLabel={t('shop.takeIn')}
        done={({ moved }) => t('shop.moved', { count: count(moved) })}
        onDone={onClose}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
