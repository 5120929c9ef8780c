import { Button, Drawer } from 'antd'
import { t } from '../../i18n/index.ts'
import type { FilterFormProps } from './filter-props.ts'
import { OneFilter } from './one-filter.tsx'
import { useDraft } from './use-draft.ts'

/** The filters of a list on a phone, over its rows. */
export default function FilterSheet(props: FilterFormProps & { open: boolean; onClose: () => void }) {
  const { filters, address, count, open, onClose } = props
  const { search, note, submit } = useDraft(props)
  return (
    <Drawer open={open} onClose={onClose} placement="bottom" title={t('kit.filter')} size="85%">
      <form
        role="search"
        className="k-filters"
        onSubmit={event => {
          submit(event)
          onClose()
        }}>
        {filters.map(filter => (
          <OneFilter key={filter.path} filter={filter} value={address.search[filter.path] ?? ''} note={note} search={search} />
        ))}
        <Button type="primary" htmlType="submit" block>
          {count === undefined ? t('kit.search') : t('kit.showCount', { count })}
        </Button>
      </form>
    </Drawer>
  )
}
