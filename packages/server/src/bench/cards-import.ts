import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { ask } from './session.ts'
import type { Place, Sample } from './workload.ts'

const chipsIn = ({ small }: Place) => (small ? 300 : Number(process.env['BENCH_CHIPS'] ?? 100_000))
const makers = { mh: 1, induction: 2 }

/** A maker's delivery: number, chip, serial and type of each card. No two rounds name the same. */
function delivery(count: number, round: number): string {
  const line = (turn: number) => {
    const chip = (round * 100_000_000 + turn).toString(16).toUpperCase().padStart(14, '0')
    return `6299${String(round).padStart(4, '0')}${String(turn).padStart(8, '0')},${chip},MH${turn},8`
  }
  return `number,uuid,code,issueType\n${Array.from({ length: count }, (_, turn) => line(turn)).join('\n')}\n`
}

/** The limit: COPY of the file into a table with two unique indexes. */
export async function rawImport(place: Place): Promise<Sample> {
  const client = await place.owner.connect()
  try {
    await client.query(`drop schema if exists bench_chips cascade; create schema bench_chips;
      create table bench_chips.chip (number text unique, uuid text unique, code text, issue_type int)`)
    const text = delivery(chipsIn(place), 0)
    const began = performance.now()
    await pipeline(Readable.from([text]), client.query(copyFrom('copy bench_chips.chip from stdin csv header')))
    return { copySeconds: (performance.now() - began) / 1000 }
  } finally {
    client.release()
  }
}

interface Imported {
  readonly status: string
  readonly added: number
  readonly known: number
  readonly wrong: number
}

/** As the page does it: the file is put up, read in the background, and its row asked for until it is done. */
async function bring(place: Place, headers: Record<string, string>, text: string): Promise<Imported & { seconds: number }> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/csv' }), 'chips.csv')
  const began = performance.now()
  const reply = await fetch(`${place.address}/api/v1/upload?type=cardImport`, { method: 'POST', headers, body: form })
  if (reply.status !== 200) throw new Error(`chips.csv is not taken: ${reply.status} ${await reply.text()}`)
  const { id: attachmentId } = (await reply.json()) as { id: number }
  const asked = { attachmentId, supplier: makers.mh, cardType: makers.induction }
  const { id } = await ask<{ id: number }>(place, headers, 'POST', '/cardInfos/import', asked)
  for (;;) {
    const found = await ask<Imported>(place, headers, 'GET', `/cardImports/${id}`)
    if (found.status !== 'importing') return { ...found, seconds: (performance.now() - began) / 1000 }
    await wait(20)
  }
}

export async function importChips(place: Place, headers: Record<string, string>): Promise<Sample> {
  const { rows } = await place.owner.query<{ round: number }>('select count(*)::int + 1 as round from card_import')
  const text = delivery(chipsIn(place), rows[0]!.round)
  const first = await bring(place, headers, text)
  const again = await bring(place, headers, text)
  const missing = Math.abs(chipsIn(place) - first.added) + Math.abs(chipsIn(place) - again.known) + first.wrong + again.wrong
  return { importSeconds: first.seconds, againSeconds: again.seconds, againNew: again.added, chipsMissing: missing }
}
