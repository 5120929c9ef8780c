import { categories } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { ReferenceSelect } from '../../kit/reference.tsx'

interface MoveOutProps {
  category: { id: number; name: string; type: string; stationId: number }
  goods: number
  /** The category is deleted afterwards. */
  thenDeleted?: boolean
  onClose: () => void
  onMoved: () => void
}

/** 移出商品: to which category all goods of one go. */
export function MoveOut({ category, goods, thenDeleted = false, onClose, onMoved }: MoveOutProps) {
  const conditions = [equals('station.id', category.stationId), equals('type', category.type), `id<>${category.id}`]
  const chooseCategory = ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferenceSelect {...{ id, value, onChange, disabled, conditions }} resource={categories.name} />
  )
  return (
    <DialogForm title={t(thenDeleted ? 'shop.moveBeforeDelete' : 'shop.moveOut')} open onClose={onClose}>
      <p>{t(thenDeleted ? 'shop.holdsGoods' : 'shop.moveAll', { name: category.name, count: count(goods) })}</p>
      <ActForm
        of={categories.moveItems}
        id={category.id}
        words="categoryMove"
        controls={{ toCategoryId: chooseCategory }}
        changes={['categories', 'items', 'auditLogs']}
        submitLabel={t(thenDeleted ? 'shop.moveAndDelete' : 'shop.moveOut')}
        danger={thenDeleted}
        done={({ moved }) => t('shop.moved', { count: count(moved) })}
        onDone={onMoved}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
