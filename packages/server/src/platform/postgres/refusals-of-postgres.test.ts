import { expect, test } from 'vitest'
import { owned, world } from '../../testing/world.ts'
import { asRefusal } from './refusals-of-postgres.ts'

test('a reference to a record that is not there is refused on its field; a record that others refer to stays', async () => {
  const { company } = await world()
  const refused = async (statement: string) => {
    const { code, detail } = asRefusal(await owned(statement).then(String, (error: unknown) => error))!
    return [code, detail['field']]
  }
  expect(await refused(`update station set company_id = 404 where company_id = ${company.id}`)).toEqual(['notFound', 'companyId'])
  expect(await refused(`delete from company where id = ${company.id}`)).toEqual(['inUse', undefined])
})
