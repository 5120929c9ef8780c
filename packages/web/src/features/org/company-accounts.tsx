import { authTokens } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { nounsOf } from '../../kit/label.ts'

const columns = ['description', 'channel', 'type', 'billType', 'merchantNo', 'priority', 'ratio', 'disabled'] as const

/** The company's accounts at payment platforms; their words come with them. @source spec 1 §7 "GET /companies/{id}" */
export default function CompanyAccounts({ id }: { id: number }) {
  const title = nounsOf(authTokens, 2)
  return (
    <Section title={title}>
      <Related of={authTokens} title={title} where={[equals('company.id', id)]} columns={columns} />
    </Section>
  )
}
