import { setTimeout as wait } from 'node:timers/promises'
import { sameRows } from './same-rows.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import type { Place, Sample, Workload } from './workload.ts'

const membersIn = ({ small }: Place) => (small ? 300 : Number(process.env['BENCH_MEMBERS'] ?? 100_000))

/** What an import writes: its lines with their answers, people, their cards and purses, what was done and who is told of it. */
const written = ['member_import_row', 'user_account', 'user_card', 'ledger_account', 'audit_entry', 'outbox_event'].map(
  table => `${table} where id > $1`,
)

/** Members with a card each. No two rounds name the same. */
function fileOf(count: number, round: number): string {
  const line = (turn: number) => {
    const number = String(round * 1_000_000 + turn).padStart(9, '0')
    return `Member ${turn},13${number},,,8${number}`
  }
  return `name,mobile,email,remark,card number\n${Array.from({ length: count }, (_, turn) => line(turn)).join('\n')}\n`
}

interface Import {
  readonly status: string
  readonly added: number
  readonly unchanged: number
  readonly refused: number
}

/** As the page does it: the file is put up, checked in the background, confirmed, and its row asked for until it is done. */
async function bring(place: Place, headers: Record<string, string>, text: string, cardId: number): Promise<Import & { seconds: number }> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/csv' }), 'members.csv')
  const began = performance.now()
  const reply = await fetch(`${place.address}/api/v1/upload?type=memberImport`, { method: 'POST', headers, body: form })
  if (reply.status !== 200) throw new Error(`members.csv is not taken: ${reply.status} ${await reply.text()}`)
  const { id: attachmentId } = (await reply.json()) as { id: number }
  const { id } = await ask<{ id: number }>(place, headers, 'POST', '/users/import', { attachmentId, cardId })
  for (;;) {
    const found = await ask<Import>(place, headers, 'GET', `/memberImports/${id}`)
    if (found.status === 'checked') await ask(place, headers, 'POST', `/memberImports/${id}/apply`, {})
    else if (!['checking', 'importing'].includes(found.status)) return { ...found, seconds: (performance.now() - began) / 1000 }
    await wait(20)
  }
}

async function product(place: Place): Promise<Sample> {
  const headers = await signIn(place)
  const count = membersIn(place)
  const { rows } = await place.owner.query<{ mark: number; round: number; product: number }>(
    `select next_id() as mark, (select count(*)::int + 1 from member_import) as round, card.id as product
     from company join card on card.company_id = company.id where company.code = 'seed1' order by card.id limit 1`,
  )
  const { mark, round, product: cardId } = rows[0]!
  const text = fileOf(count, round)
  const first = await bring(place, headers, text, cardId)
  const same = await sameRows(
    place,
    'bench_members',
    written.map(which => [which, mark]),
  )
  const again = await bring(place, headers, text, cardId)
  const missing = Math.abs(count - first.added) + Math.abs(count - again.unchanged) + first.refused + again.refused
  return {
    importSeconds: first.seconds,
    againSeconds: again.seconds,
    againNew: again.added,
    missing,
    sameSeconds: same.seconds,
    rows: same.rows,
  }
}

export const members: Workload = {
  name: 'members',
  what: 'members: import of 100,000 members with a card each, and the same file once more',
  seed: busy,
  writes: true,
  // What the database alone needs for these rows is measured with the rows that were written.
  raw: async () => ({}),
  product,
  figures: [
    { says: 'import ÷ the same rows', of: (_limit, own) => own['importSeconds']! / own['sameSeconds']!, goal: ['≤', 3] },
    { says: 'import, seconds', of: (_limit, own) => own['importSeconds']! },
    { says: 'import, rows written', of: (_limit, own) => own['rows']! },
    { says: 'the same file once more ÷ the first', of: (_limit, own) => own['againSeconds']! / own['importSeconds']!, goal: ['≤', 0.1] },
    { says: 'the same file once more, new members', of: (_limit, own) => own['againNew']!, goal: ['≤', 0] },
    { says: 'members that are missing', of: (_limit, own) => own['missing']!, goal: ['≤', 0] },
  ],
}
