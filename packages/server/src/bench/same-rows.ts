import type { Place } from './workload.ts'

/** A table with a condition of its rows, and the value that stands there for $1. */
export type Which = readonly [rows: string, value: number | string]

/**
 * Rows that were written, once more into tables with the same indexes and checks: without triggers, and without asking what they refer
 * to.
 */
export async function sameRows({ owner }: Place, schema: string, written: readonly Which[]): Promise<{ rows: number; seconds: number }> {
  let rows = 0
  const client = await owner.connect()
  try {
    await client.query(`create schema if not exists ${schema}`)
    for (const [which] of written) {
      const [table] = which.split(' ')
      await client.query(`drop table if exists ${schema}.${table};
        create table ${schema}.${table} (like ${table} including indexes including constraints)`)
    }
    const began = performance.now()
    await client.query('begin')
    for (const [which, value] of written) {
      const { rowCount } = await client.query(`insert into ${schema}.${which.split(' ')[0]} select * from ${which}`, [value])
      rows += rowCount ?? 0
    }
    await client.query('commit')
    return { rows, seconds: (performance.now() - began) / 1000 }
  } finally {
    client.release()
  }
}
