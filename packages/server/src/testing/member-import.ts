import { memberImportRows, memberImports, prepaidPresets, setCompanyConfig, userCards } from '@forecourt/contract'
import { applyTask } from '../modules/member-import/apply.ts'
import { checkTask } from '../modules/member-import/check.ts'
import { proofOf } from './access.ts'
import { makeCard } from './card.ts'
import { form } from './file.ts'
import { runDueJobs } from './jobs.ts'
import { noon, setClock, unique, world } from './world.ts'

type Place = Awaited<ReturnType<typeof world>>
type Staff = Awaited<ReturnType<Place['staff']>>

/** The office of a company: who imports members, a product for their cards, and what the company has. */
export async function office() {
  setClock(noon)
  const place = await world()
  const { company, rows } = place
  const ofCompany = [company.id]
  const [user] = await rows<{ id: number }>(
    `insert into user_account (company_id, name, is_staff) values ($1, '林', true) returning id`,
    ofCompany,
  )
  const lin = await place.staff({ role: 'company_user', over: { id: user!.id, key: `user:${user!.id}` } })
  const product = async (type: string) => {
    const name = `Product ${unique()}`
    await rows('insert into card (company_id, name, type) values ($1, $2, $3)', [company.id, name, type])
    return name
  }
  const usual = await product('debit')
  const [card] = await rows<{ id: number }>('select id from card where company_id = $1 and name = $2', [company.id, usual])
  return {
    place,
    lin,
    product,
    audits: place.audits,
    mobile: () => `139${String(1e8 + unique()).slice(1)}`,
    card: () => `6299${unique()}`,
    csv: (...lines: string[][]) => lines.map(cells => cells.map(cell => (cell.includes(',') ? `"${cell}"` : cell)).join(',')).join('\n'),
    ...imports(lin, card!.id),
    ...others(place),
    ...found(place, lin),
  }
}
export type Office = Awaited<ReturnType<typeof office>>

/** What the office does with a file. */
function imports(lin: Staff, cardId: number) {
  const shown = (id: number) => lin.call(memberImports.get, { id })
  /** As the browser puts a file up; its lines are answered. */
  const check = async (bytes: string | Buffer, { name = 'members.csv', ...given }: { name?: string; cardId?: number | null } = {}) => {
    const isWorkbook = name.endsWith('.xlsx')
    const mime = isWorkbook ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv'
    const { payload, headers } = form({ filename: name, mime, bytes: Buffer.from(bytes) })
    const put: { id: number } = (await lin.raw('POST', '/upload?type=memberImport', payload, headers)).json()
    const { id } = await lin.call(memberImports.check, { body: { attachmentId: put.id, cardId, ...given } })
    await runDueJobs([checkTask])
    return { id, found: await shown(id) }
  }
  /** Has what was checked brought in, and does not wait for it. */
  const begin = async (id: number, body: { identityChecked?: boolean } = {}) => {
    const { balanceCents: amountCents } = await shown(id)
    const pinProof = await proofOf(lin.actor, { action: 'member.import', subject: `memberImports:${id}`, amountCents })
    await lin.call(memberImports.apply, { id, body: { ...body, pinProof } })
  }
  const apply = async (id: number, body: { identityChecked?: boolean } = {}) => {
    await begin(id, body)
    await runDueJobs([applyTask])
    return shown(id)
  }
  return { shown, check, begin, apply, bringAll: async (text: string) => apply((await check(text)).id) }
}

/** Who and what else the company has. */
function others(place: Place) {
  const { company, rows } = place
  return {
    staffMobile: async () => {
      const mobile = `137${String(1e8 + unique()).slice(1)}`
      await rows(`insert into user_account (company_id, name, mobile, is_staff) values ($1, '张', $2, true)`, [company.id, mobile])
      return mobile
    },
    /** A fleet with its master, or without one. */
    fleet: async (name: string, { valueMode = 'assign', bare = false, leader = '' } = {}) => {
      const values = [company.id, name, valueMode]
      const [made] = await rows<{ id: number }>('insert into fleet (company_id, name, value_mode) values ($1, $2, $3) returning id', values)
      const led = 'update fleet set user_id = (select id from user_account where company_id = $1 and mobile = $2) where id = $3'
      await rows(led, [company.id, leader, made!.id])
      return { master: bare ? { id: 0 } : await makeCard(place, { kind: 'master', groupId: made!.id }) }
    },
    prepaid: async (rules: object) => {
      const [now] = await rows<{ version: number; config: object }>('select version, config from company where id = $1', [company.id])
      const config = { ...now!.config, prepaid: { ...prepaidPresets.chinaSinglePurpose, ...rules } }
      const admin = await place.staff()
      await admin.call(setCompanyConfig, { id: company.id, body: { version: now!.version, config } })
    },
  }
}

/** What an import has said and done. */
function found({ company, rows }: Place, lin: Staff) {
  const count = async (from: string) =>
    (await rows<{ count: number }>(`select count(*)::int as count from ${from}`, [company.id]))[0]!.count
  const opened = 'select coalesce(sum(balance_cents), 0)::bigint as cents from ledger_account where company_id = $1 and is_purse'
  return {
    /** The lines that are refused, each with its column, why, and what stands there. */
    refused: async (id: number) => {
      const search = `memberImport.id:${id},outcome:refused`
      const { content } = await lin.call(memberImportRows.list, { query: { search, size: 500 } })
      return content.map(({ line, field, reason, value }) => [line, field, reason, value])
    },
    cardOf: async (number: string) =>
      (await lin.call(userCards.list, { query: { search: `number:${number}`, expand: 'user' } })).content.find(
        each => each.number === number,
      )!,
    members: (mobiles: readonly string[]) =>
      rows('select name, mobile, email, remark from user_account where company_id = $1 and mobile = any($2) order by name', [
        company.id,
        mobiles,
      ]),
    /** What an import may have written: people, cards, and what those were opened with. */
    everything: async () => ({
      members: await count('user_account where company_id = $1 and not is_staff'),
      cards: await count('user_card where company_id = $1'),
      openings: await count(`user_card_detail where company_id = $1 and type = 'charge'`),
      openedCents: (await rows<{ cents: number }>(opened, [company.id]))[0]!.cents,
      audits: await count(`audit_entry where company_id = $1 and action in ('member.add', 'card.issue', 'member.edit')`),
    }),
  }
}
