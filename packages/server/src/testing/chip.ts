import { issueTypes } from '@forecourt/contract'
import { noteChip } from '../modules/card/index.ts'
import { makeCard } from './card.ts'
import { owned, unique, type world } from './world.ts'

type World = Pick<Awaited<ReturnType<typeof world>>, 'company' | 'within'>
interface Given {
  number?: string
  uuid?: string
  supplier?: number
  cardType?: number
  issueType?: number
  /** Nobody's; the world's company where it does not say. */
  companyId?: 0
  /** The account that it is issued to. */
  userCardId?: number
}

/** A chip of its own number: in stock, unless it says otherwise. */
export async function addChip({ company, within }: World, given: Given = {}) {
  const turn = unique()
  const { supplier = 1, cardType = 2, userCardId, issueType = userCardId ? issueTypes.stationUser : issueTypes.factoryUser } = given
  const { number = `6201${String(1e9 + turn).slice(1)}`, uuid = `04${String(1e12 + turn).slice(1)}` } = given
  const companyId = given.companyId ?? company.id
  const acts = [
    'import',
    ...(issueType >= 9 ? ['prepare'] : []),
    ...(companyId > 0 ? ['stock'] : []),
    ...(userCardId ? ['reserve', 'issue'] : []),
  ]
  const life = JSON.stringify(acts.map(act => ({ at: '2026-04-01T00:00:00.000Z', act, by: null, detail: '' })))
  const made = issueType >= issueTypes.factoryUser ? '2026-04-01T00:00:00Z' : null
  const [chip] = await owned<{ id: number }>(
    `insert into card_info (company_id, uuid, number, supplier, card_type, issue_type, user_card_id, production_time, issue_time,
       key_version, life)
     values ($1, $2, $3, $4, $5, $6, $7::bigint, $8::timestamptz, case when $7::bigint is not null then $8::timestamptz end,
       case when $7::bigint is not null then 0 end, $9) returning id`,
    [companyId, uuid, number, supplier, cardType, issueType, userCardId ?? null, made, life],
  )
  if (supplier > 0)
    await owned(`insert into card_uuid (uuid, supplier, number, id) values ($1, $2, $3, $4)`, [uuid, supplier, number, chip!.id])
  if (userCardId) await within(ctx => noteChip(ctx, userCardId, uuid))
  return { id: chip!.id, number, uuid, supplier, cardType }
}

/** A chip in this state. */
export async function chipIn(it: Awaited<ReturnType<typeof world>>, state: string): Promise<number> {
  if (state === 'imported') return (await addChip(it, { companyId: 0, issueType: 8 })).id
  if (state === 'prepared') return (await addChip(it, { companyId: 0 })).id
  if (state === 'special') return (await addChip(it, { companyId: 0, issueType: 5, cardType: 4 })).id
  const card = await makeCard(it)
  const { id } = await addChip(it, { number: card.number, ...(state === 'issued' && { userCardId: card.id }) })
  if (state === 'scrapped') await owned(`update card_info set status = 'disable' where id = $1`, [id])
  if (state === 'reserved')
    await owned(`update card_info set user_card_id = $2, reserved_until = now(), reserved_by = 'test' where id = $1`, [id, card.id])
  return id
}
