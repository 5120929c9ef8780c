import { PageHeader } from '../../kit/page/page-header.tsx'

export default function PersonCenterPage() {
  return <PageHeader />
}
