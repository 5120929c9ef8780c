import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Instant, Name, Pattern, Ref, type FieldMeta } from '../units.ts'

/** Mini programs of WeChat, official accounts, and mini programs of Alipay: for customers and for staff. @source requirement MKT-012 */
export const miniProgramTypes = ['wxUser', 'wxManager', 'mpUser', 'mpManager', 'aliUser', 'aliManager'] as const
type MiniProgramType = (typeof miniProgramTypes)[number]

/** Those that customers open: a code leads to one of them. */
export const customerProgramTypes: readonly MiniProgramType[] = ['wxUser', 'mpUser', 'aliUser']

/** WeChat gives `wx` and sixteen characters, Alipay sixteen digits. */
export const isAppIdOf = (type: string, appId: string): boolean =>
  type.startsWith('ali') ? /^\d{16}$/.test(appId) : /^wx[0-9a-z]{16}$/.test(appId)

/** What a code says is put behind the prefix under these names. @source docs/adr/0119 */
export const codeParameters = ['s', 'd', 'p', 'c', 'k'] as const

/** An address of the open internet over TLS, with nothing behind a #, and none of the parameters that a code adds. */
function isLinkPrefix(text: string): boolean {
  if (text === '') return true
  if (/[\s#]/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  const plain = protocol === 'https:' && username === '' && password === '' && /\.[a-z][a-z0-9-]*$/i.test(hostname)
  return plain && !codeParameters.some(name => searchParams.has(name))
}

/** An AppSecret of WeChat has 32 characters; a private key for Alipay some 1,700. */
const Secret = z
  .string()
  .trim()
  .min(16)
  .max(4000)
  .meta({ format: 'password' } satisfies FieldMeta)
/** Taken, and never answered. Left out of an edit, the one that is kept stays. */
const secret = { secret: Secret.optional() }

const records = resource('miniprograms', {
  table: 'mini_program',
  scope: 'company',
  permission: 'miniProgram',
  spelledAlso: 'miniPrograms',
  pageSize: 100,
  body: z.object({
    name: Name(60),
    type: z.enum(miniProgramTypes),
    appId: Pattern(/^[0-9A-Za-z]{16,18}$/, 'appId'),
    /** The "QR rule" of the platform: addresses that begin like this open the program. Without one no codes are made. */
    linkPrefix: z.string().trim().max(200).refine(isLinkPrefix, 'linkPrefix').default(''),
    /** Of each type a company has one that is not disabled. */
    disabled: z.boolean().default(false),
  }),
  also: secret,
  read: {
    companyId: Ref('companies'),
    /** When its secret was set; null where none is kept. */
    secretDate: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['name'],
  sort: 'id,desc',
  acts: ['list', 'get', 'update'],
})

/** 小程序/公众号: what customers and staff of a company open on their phones. @source requirements MKT-007, MKT-026; decision A23 */
export const miniprograms = {
  ...records,
  create: endpoint('POST', '/miniprograms', {
    permission: 'miniProgram.write',
    body: z.strictObject({
      ...records.body.shape,
      ...secret,
      /** An administrator of several companies names the company. */
      companyId: Ref('companies').optional(),
    }),
    returns: records.row,
    rows: true,
    summary: 'Adds a mini program or an official account; its secret is kept encrypted and never answered',
  }),
}
