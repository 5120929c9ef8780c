import { Bones } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'

/** Few open it, and the first page knows which files each page needs: it names this one alone. */
const LimitsList = later(() => import('./limits-list.tsx'))

export default function LimitsPage() {
  return (
    <WhileLoading show={<Bones rows={10} />}>
      <LimitsList />
    </WhileLoading>
  )
}
