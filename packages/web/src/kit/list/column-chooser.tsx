import type { BaseRow } from '@forecourt/contract'
import { Button, Popover } from 'antd'
import { t } from '../../i18n/index.ts'
import { Bones } from '../feedback/states.tsx'
import { later, WhileLoading } from '../later.tsx'
import type { Column } from './columns.ts'
import type { Columns } from './use-columns.ts'

const ColumnLists = later(() => import('./column-lists.tsx'))

/** Two lists: what is shown, in order, and what is hidden. @source spec 1 "List", column chooser */
export function ColumnChooser<R extends BaseRow>(props: Columns<R>) {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div role="dialog" aria-label={t('kit.columns')}>
          <WhileLoading show={<Bones rows={6} />}>
            <ColumnLists {...props} show={props.show as Column[]} hide={props.hide as Column[]} />
          </WhileLoading>
        </div>
      }>
      <Button aria-haspopup="dialog">{t('kit.columns')}</Button>
    </Popover>
  )
}
