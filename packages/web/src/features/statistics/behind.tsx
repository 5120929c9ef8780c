import { Bones } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'
import { usePrefetched } from '../../kit/soon.tsx'
import { Drawer } from '../../kit/ui.ts'
import type { Opened } from './behind-rows.tsx'

/** Figures are looked at before what they are made of: the list of that comes once the page is quiet. */
const load = () => import('./behind-rows.tsx')
const Rows = later(load)

/** The rows that a number was made of, with their sums: they come to the number. */
export function Behind({ opened, onClose }: { opened: Opened | undefined; onClose: () => void }) {
  usePrefetched(load)
  return (
    <Drawer open={opened !== undefined} onClose={onClose} title={opened?.title} size={1040} destroyOnHidden>
      {opened && (
        <WhileLoading show={<Bones />}>
          <Rows {...opened} />
        </WhileLoading>
      )}
    </Drawer>
  )
}
