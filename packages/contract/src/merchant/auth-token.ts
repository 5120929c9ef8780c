import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Instant, Name, Pattern, Ref, Text, type FieldMeta } from '../units.ts'
import { billTypes, channels, purposes } from './channel.ts'

/** Of several alike a lower number comes first. @source requirement PAY-011 */
export const Priority = z.int().min(1).max(99)
/** How much of the money an account takes among those alike, in whole percent. An account that is to take nothing is switched off. */
export const Share = z.int().min(1).max(100)

/** What an account is proven by. Each is taken and never answered; only by its mask and its fingerprint is it known again. */
export const secretKinds = [
  'appSecret',
  'merchantKey',
  'merchantPrivateKey',
  'merchantCertificate',
  'platformKey',
  'rootCertificate',
] as const
export type SecretKind = (typeof secretKinds)[number]

const format = { format: 'password' } satisfies FieldMeta
const Key = z.string().trim().min(16).max(512).meta(format)
/** A chain of certificates has some 6,000 characters. */
const Pem = z.string().trim().min(64).max(12_000).meta(format)
/** Left out of an edit, what is kept stays. */
const secrets = {
  /** AppSecret of an official account or mini program; whatever a platform calls its app secret. */
  appSecret: Key.optional(),
  /** 商户密钥: the key that both sides have, such as the APIv3 key of WeChat Pay. */
  merchantKey: Key.optional(),
  /** 商户私钥: PEM, or its base64 alone. */
  merchantPrivateKey: Pem.optional(),
  /** 商户证书, in PEM. */
  merchantCertificate: Pem.optional(),
  /** 平台公钥或证书: what answers of the platform are checked by; PEM, or the base64 of a key alone. */
  platformKey: Pem.optional(),
  /** 平台根证书: those of Alipay, where an account signs with certificates; several of them, one behind the other. */
  rootCertificate: Pem.optional(),
}

const KeptSecret = z.object({
  kind: z.enum(secretKinds),
  mask: z.string(),
  /** SHA-256: of a certificate as platforms show it, of a pair of keys over the public one, else over its characters. */
  fingerprint: z.string(),
  /** When a certificate ends; null of what has no end. */
  endDate: Instant.nullable(),
  setDate: Instant,
})

const records = resource('authTokens', {
  table: 'merchant_account',
  scope: 'company',
  permission: 'merchant.account',
  body: z.object({
    description: Name(60),
    channel: z.enum(channels),
    type: z.literal([purposes.sale, purposes.topUp, purposes.goods]),
    appId: Text(64).default(''),
    merchantNo: Text(64).default(''),
    terminalNo: Text(32).default(''),
    terminalType: Text(32).default(''),
    /** Begins the number of every payment that is sent to the platform. */
    orderPrefix: Pattern(/^[0-9A-Za-z]{0,8}$/, 'orderPrefix').default(''),
    billType: z.literal(billTypes).default(0),
    /** What a station begins with where the account is assigned to it. */
    priority: Priority.default(1),
    ratio: Share.default(100),
    disabled: z.boolean().default(false),
  }),
  also: secrets,
  read: {
    companyId: Ref('companies'),
    secrets: z.array(KeptSecret),
    createdDate: Instant,
  },
  label: ['description', 'channel', 'type', 'billType', 'disabled'],
  many: { assignments: ['stationAuthTokens', 'authTokenId'] },
  unsearchable: ['secrets'],
  sort: 'id,desc',
  acts: ['list', 'get', 'update', 'delete'],
})

/** 支付授权: an account of the company at a payment platform. @source requirements PAY-001, PAY-012; decisions PY1, PY2, E18 */
export const authTokens = {
  ...records,
  create: endpoint('POST', '/authTokens', {
    permission: 'merchant.account.write',
    body: z.strictObject({
      ...records.body.shape,
      ...secrets,
      /** An administrator of several companies names the company. */
      companyId: Ref('companies').optional(),
    }),
    returns: records.row,
    rows: true,
    summary: 'Adds a merchant account; its secrets are kept encrypted and never answered',
  }),
}
