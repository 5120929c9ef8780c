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

test.each([
  ['23505', 'duplicate key value violates unique constraint "item.codeTaken_102049"', 'item.codeTaken', undefined],
  ['23514', 'new row for relation "x_102049" violates check constraint "order.statusForbids_102049"', 'order.statusForbids', undefined],
  ['23514', 'it violates check constraint "order.statusForbids"', 'order.statusForbids', undefined],
  [
    '23503',
    'insert or update on table "printer_102049" violates foreign key constraint "printer_station_id_fkey_102049"',
    'notFound',
    'stationId',
  ],
  [
    '23503',
    'insert or update on table "printer" violates foreign key constraint "printer_company_id_station_id_fkey"',
    'notFound',
    'stationId',
  ],
])('a database of several machines names a broken constraint in its message alone: %s %s', (code, message, refusal, field) => {
  const refused = asRefusal({ code, message })!
  expect([refused.code, refused.detail['field']]).toEqual([refusal, field])
})
