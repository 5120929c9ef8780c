import type { Resource } from '@forecourt/contract'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { setTenantScope, type ScopeValue } from '../platform/execution/command.ts'
import { openDatabase, openPool, type Tx } from '../platform/postgres/database.ts'
import { getOf, listOf } from '../platform/search/list.ts'
import { totalsOf } from '../platform/search/totals.ts'
import { freshDatabase } from './database.ts'
import { fill, type Row, type Rows } from './search-model.ts'

export const everything: ScopeValue = { companyIds: [3, 4], zone: 'Asia/Shanghai' }

/** The rows in a database of their own, asked for as the application asks: under its role, within the tenant wall. */
export async function searchWorld(rows: Rows) {
  const fresh = await freshDatabase(inject('cluster'))
  const owner = new pg.Client({ connectionString: fresh.url })
  await owner.connect()
  await fill(owner, rows)
  const statements: string[] = []
  const db = openDatabase(openPool(fresh.url, { max: 4 }), text => {
    if (text.includes('select')) statements.push(text)
  })
  afterAll(async () => {
    await db.destroy()
    await owner.end()
    await fresh.drop()
  })
  const asking = <T>(scope: ScopeValue, ask: (tx: Tx) => Promise<T>) =>
    db.transaction().execute(async begun => {
      const tx = await setTenantScope(begun, scope.companyIds)
      statements.length = 0
      return ask(tx)
    })
  type Query = Parameters<typeof listOf>[2]
  return {
    owner,
    statements,
    asking,
    list: (of: Resource, query: Query = {}, scope = everything, extra?: Parameters<typeof listOf>[4]) =>
      asking(scope, tx => listOf(tx, of, query, scope, extra)) as Promise<{ content: Row[]; totalElements: number }>,
    get: (of: Resource, id: number, expand: string[] = [], scope = everything) => asking(scope, tx => getOf(tx, of, id, expand, scope)),
    totals: (of: Resource, query: { search?: string } = {}, scope = everything) => asking(scope, tx => totalsOf(tx, of, query, scope)),
  }
}
