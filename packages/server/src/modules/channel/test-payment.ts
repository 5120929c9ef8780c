import { allows, authTokens, channelPaymentActs, channelPayments, channelRefunds, isCodeOf, testCents } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { platformOf } from './connection.ts'
import { accountOf, missingOf } from './credentials.ts'
import { askPayment } from './payment.ts'

/**
 * Real money, a cent of it: taken by the code of somebody who tests, and given back once it is paid.
 * @throws notFound, channel.notConnected, channel.keysMissing, channel.codeUnfit, channel.testUnderWay
 * @source requirement PAY-010, decisions PY13
 */
const test = handle(channelPayments.test, async (ctx, { id, body: { authCode } }) => {
  const { companyId, description } = await getOf(ctx.tx, authTokens, id, [], ctx.scope)
  const account = await accountOf(ctx.tx, companyId, id)
  if (!platformOf(account.channel)) refuse('channel.notConnected')
  const missing = missingOf(account)
  if (missing.length > 0) refuse('channel.keysMissing', { names: missing.join(', ') })
  if (!isCodeOf(account.channel, authCode)) refuse('channel.codeUnfit')
  if (await isUnderWay(ctx, companyId, id)) refuse('channel.testUnderWay')
  const asked = { companyId, kind: 'test', amountCents: testCents, description: '收款测试 Payment test' } as const
  const paymentId = await askPayment(ctx, account, asked, authCode)
  ctx.audit('channel.test', `authTokens:${id}`, { name: description, paymentId }, companyId)
  return getOf(ctx.tx, channelPayments, paymentId, [], ctx.scope)
})

/** Two tests of an account at once come one after the other. */
async function isUnderWay({ tx }: Ctx, companyId: number, accountId: number): Promise<boolean> {
  await tx
    .selectFrom('merchantAccount')
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .select('id')
    .executeTakeFirstOrThrow()
  const open = await tx
    .selectFrom('channelPayment')
    .where('companyId', '=', companyId)
    .where('authTokenId', '=', accountId)
    .where('state', 'in', ['asked', 'paying'])
    .select('id')
    .executeTakeFirst()
  return open !== undefined
}

/** @throws notFound, channel.notOpen */
const query = handle(channelPayments.query, async (ctx, { id }) => {
  const { companyId, state } = await getOf(ctx.tx, channelPayments, id, [], ctx.scope)
  if (!allows(channelPaymentActs.query, state)) refuse('channel.notOpen')
  ctx.job('channel.follow', { paymentId: id, wanted: true }, { companyId, key: String(id) })
  ctx.audit('channel.query', `channelPayments:${id}`, {}, companyId)
  return getOf(ctx.tx, channelPayments, id, [], ctx.scope)
})

export const channelHandlers: readonly Handler[] = [
  ...crud(channelPayments, ['list', 'get']),
  ...crud(channelRefunds, ['list', 'get']),
  test,
  query,
]
