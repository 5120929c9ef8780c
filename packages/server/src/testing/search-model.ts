import { Cents, Instant, LocalDate, Ref, resource, SixDigits, type Resource } from '@forecourt/contract'
import type pg from 'pg'
import { z } from 'zod'

// A small world with one of everything that a filter can meet.
// Its resources take the names of the product's own for as long as a test file runs.

const text = z.string()
const none = z.object({})
type Within = 'company' | 'station' | 'site'
const fixture = (name: string, table: string, scope: Within, shape: z.ZodRawShape, more: object = {}): Resource =>
  resource(name, {
    table: `fx_${table}`,
    scope,
    permission: 'fixture',
    body: z.object(shape),
    sort: 'id,asc',
    acts: ['list', 'get'],
    versioned: false,
    ...more,
  })

export const orderStatus = ['open', 'lock', 'success', 'fail', 'close', 'partiallyPaid'] as const

export const model = {
  companies: resource('companies', {
    table: 'fx_company',
    scope: 'tenant',
    permission: 'fixture',
    body: none,
    read: { name: text },
    many: { stations: ['stations', 'companyId'] },
    sort: 'id',
    acts: ['list'],
    versioned: false,
  }),
  stations: fixture(
    'stations',
    'station',
    'site',
    { name: text, endTime: Instant.nullable(), companyId: Ref('companies') },
    { many: { orders: ['orders', 'stationId'] } },
  ),
  dailyStates: fixture('dailyStates', 'daily_state', 'station', { day: LocalDate.nullable() }),
  categories: fixture('categories', 'category', 'station', { type: z.enum(['fuel', 'normal']), hidden: z.boolean().nullable() }),
  items: fixture('items', 'item', 'station', {
    categoryId: Ref('categories').nullable(),
    priceType: z.enum(['currency', 'score']),
    hidden: z.boolean().nullable(),
    inventory: z.int(),
    barcode: text.nullable(),
    name: text,
    taxRate: z.number().nullable(),
    tags: z.array(text),
  }),
  configs: fixture('configs', 'config', 'station', { categoryId: Ref('categories').nullable(), name: text }),
  groups: fixture('groups', 'fleet', 'company', { name: text }),
  cards: fixture('cards', 'card', 'company', {
    companyId: Ref('companies'),
    type: z.enum(['debit', 'score', 'level']),
    endTime: Instant.nullable(),
    groupId: Ref('groups').nullable(),
  }),
  users: fixture(
    'users',
    'user',
    'company',
    {
      name: text,
      mobile: text.nullable(),
      remark: text,
      email: text.nullable(),
      readOnly: z.boolean(),
      pin: SixDigits,
      note: text.default(''),
      ghostId: Ref('ghosts').nullable().default(null),
    },
    { many: { roles: ['roles', 'userId'] }, unsearchable: ['note'], read: { passwordHash: SixDigits } },
  ),
  roles: fixture('roles', 'role', 'company', {
    userId: Ref('users'),
    defaultRole: z.enum(['station_master', 'station_employee']),
    stationId: Ref('stations').nullable(),
  }),
  userCards: fixture(
    'userCards',
    'user_card',
    'company',
    {
      number: text,
      cardId: Ref('cards').nullable(),
      userId: Ref('users').nullable(),
      parentId: Ref('userCards').nullable(),
      type: z.enum(['user', 'employee']),
      status: z.enum(['normal', 'lose', 'disable', 'lock', 'overspend']),
    },
    { many: { children: ['userCards', 'parentId'] }, aliases: { member: 'user', fleet: 'card.group' } },
  ),
  cardInfos: fixture(
    'cardInfos',
    'card_info',
    'company',
    {
      supplier: z.int(),
      issueType: z.int(),
      userCardId: Ref('userCards').nullable(),
      productionTime: Instant.nullable(),
      holderId: Ref('companies').nullable(),
    },
    { aliases: { company: 'holder' } },
  ),
  nozzleControls: fixture('nozzleControls', 'nozzle_control', 'station', { logicNo: z.int() }),
  deals: fixture('deals', 'deal', 'company', { name: text }),
  userDeals: fixture('userDeals', 'user_deal', 'company', { orderId: Ref('orders'), dealId: Ref('deals').nullable() }),
  lineItems: fixture(
    'lineItems',
    'line_item',
    'company',
    { itemId: Ref('items').nullable(), quantity: z.int() },
    { many: { parts: ['parts', 'lineItemId'] } },
  ),
  parts: fixture('parts', 'part', 'company', { lineItemId: Ref('lineItems'), weight: z.int().nullable() }),
  orders: fixture(
    'orders',
    'order',
    'station',
    {
      status: z.enum(orderStatus),
      type: z.int(),
      amountCents: Cents,
      cardNumber: text.nullable(),
      invoiceStatus: z.enum(['uninvoiced', 'success']).nullable(),
      orderNo: text,
      externalSerialNo: text.nullable(),
      payType: z.enum(['wx', 'ali', 'cash']).nullable(),
      createdDate: Instant,
    },
    {
      many: { lineItems: ['lineItems', 'orderId'], userDeals: ['userDeals', 'orderId'] },
      aliases: { amount: 'amountCents' },
      sort: 'createdDate,desc',
      totals: ['amountCents', 'type'],
    },
  ),
}

const columns: Record<string, string> = {
  company: 'name text',
  station: 'name text, end_time timestamptz(3), company_id bigint',
  daily_state: 'station_id bigint, day date',
  category: 'station_id bigint, type text, hidden boolean',
  item: `station_id bigint, category_id bigint, price_type text, hidden boolean, inventory int, barcode text, name text,
    tax_rate numeric, tags jsonb`,
  config: 'station_id bigint, category_id bigint, name text',
  fleet: 'name text',
  card: 'type text, end_time timestamptz(3), group_id bigint',
  user: 'name text, mobile text, remark text, email text, read_only boolean, pin text, note text, ghost_id bigint, password_hash text',
  role: 'user_id bigint, default_role text, station_id bigint',
  user_card: 'number text, card_id bigint, user_id bigint, parent_id bigint, type text, status text',
  card_info: 'supplier int, issue_type int, user_card_id bigint, production_time timestamptz(3), holder_id bigint',
  nozzle_control: 'station_id bigint, logic_no int',
  deal: 'name text',
  user_deal: 'order_id bigint, deal_id bigint',
  line_item: 'order_id bigint, item_id bigint, quantity int',
  part: 'line_item_id bigint, weight int',
  order: `station_id bigint, status text, type int, amount_cents bigint, card_number text, invoice_status text, order_no text,
    external_serial_no text, pay_type text, created_date timestamptz(3)`,
}

export type Row = { id: number } & Record<string, unknown>
export type Rows = { readonly [resource in keyof typeof model]?: readonly Row[] }

/** Makes the tables as their owner and fills them: rows by resource, in the fields' own names; company 3's unless a row says otherwise. */
export async function fill(owner: pg.Client, rows: Rows): Promise<void> {
  for (const [table, own] of Object.entries(columns)) {
    const company = table === 'company' ? '' : own.includes('company_id') ? '' : 'company_id bigint,'
    await owner.query(`create table fx_${table} (id bigint primary key, ${company} ${own})`)
    await owner.query(`select guard_tenant('fx_${table}', tenant => '${table === 'company' ? 'id' : 'company_id'}')`)
  }
  for (const [name, content] of Object.entries(rows)) {
    const { table } = model[name as keyof typeof model]
    const data = content.map(row => snaked({ companyId: 3, ...row }))
    await owner.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [JSON.stringify(data)])
  }
}

const snaked = (row: object) => Object.fromEntries(Object.entries(row).map(([field, value]) => [snake(field), value]))
const snake = (field: string) => field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
