/** A process of its own that says one SQL statement again and again, where there is no pgbench. */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { round, runLanes, instructions, type Clock } from './spread.ts'
import type { Statements } from './workload.ts'

const { url, text, upTo, lanes, each = 1, ...clock } = await instructions<Statements & Clock & { url: string }>()
const names = Object.keys(upTo)
const places = names.reduce((said, name, at) => said.replaceAll(new RegExp(`(?<!:):${name}\\b`, 'g'), `$${at + 1}`), text)
const draw = () => Object.values(upTo).map(most => randomInt(1, most + 1))

const clients = await Promise.all(
  Array.from({ length: lanes }, async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }),
)
const load = await runLanes(clock, lanes, new Set([200]), lane => () => {
  const said = clients[lane]!.query({ name: 'raw', text: places, values: draw() })
  return said.then(() => 200)
})
await Promise.all(clients.map(client => client.end()))
console.log(JSON.stringify({ ...load, perSecond: round(load.perSecond * each, 5), done: load.done * each, all: load.all * each }))
