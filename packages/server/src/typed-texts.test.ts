import { companies, createCompany, printers, stations, tankGauges, users } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { asSent, password, signedIn } from './testing/access.ts'
import { unique, world } from './testing/world.ts'

/** Whether a text is taken at its field, or the field it is refused on. */
async function admin() {
  const it = await world()
  const lin = await signedIn(it.company, { roles: ['superAdmin'] })
  const outcome = (reply: { statusCode: number; json(): any }) => (reply.statusCode === 200 ? 'taken' : reply.json().field)
  return { ...it, lin, outcome }
}
/** Whether an address is taken for equipment of a station: of a printer and of a gauge, when it is added and when it is changed. */
async function reached(address: string): Promise<string[]> {
  const { lin, station, outcome } = await admin()
  const replies = [printers, tankGauges].map(async equipment => {
    const body = { stationId: station.id, name: 'One', address: 'COM1' }
    const { id } = await lin.call(equipment.create, { body })
    const edit = { ...asSent(equipment.update, await lin.call(equipment.get, { id })), address }
    return [
      outcome(await lin.send(equipment.create, { body: { ...body, name: 'Two', address } })),
      outcome(await lin.send(equipment.update, { id, body: edit })),
    ]
  })
  return [...new Set((await Promise.all(replies)).flat())]
}
const mobile = () => `137${String(1e8 + unique()).slice(1)}`
const other = () => ({ name: `Harbour ${unique()}`, code: `harbour${unique()}` })

// @req UIX-035
test.each([
  ['tcp://10.0.0.9:4001', 'taken'],
  ['http://printer.local/ipp', 'taken'],
  ['https://printer.local/ipp', 'taken'],
  ['ftp://10.0.0.9', 'taken'],
  ['file:///dev/usb/lp0', 'taken'],
  ['www.printer.example', 'taken'],
  ['COM3', 'taken'],
  ['', 'taken'],
  ['gopher://printer.local', 'address'],
  ['http://', 'address'],
  ['printer behind the till', 'address'],
])('a printer or a gauge is reached at the address “%s”: %s', async (address, says) => {
  expect(await reached(address)).toEqual([says])
})

// @req UIX-037
test.each([
  ['192.168.1.40', 'taken'],
  ['192.168.1.40:1', 'taken'],
  ['192.168.1.40:65535', 'taken'],
  ['192.168.1.40:65536', 'address'],
  ['192.168.1.40:0', 'address'],
  ['192.168.1.400', 'address'],
  ['192.168.1', 'address'],
  ['192.168.1.40:80:80', 'address'],
])('a printer or a gauge is reached at the IP address “%s”: %s', async (address, says) => {
  expect(await reached(address)).toEqual([says])
})

// @req UIX-036
test.each([
  ['fang@river.example', 'taken'],
  ['fang.lin+north@mail.river.example', 'taken'],
  ['fang', 'email'],
  ['fang@river', 'email'],
  ['fang @river.example', 'email'],
])('a member of staff has the e-mail address “%s”: %s', async (email, says) => {
  const { lin, outcome } = await admin()
  expect(outcome(await lin.send(users.create, { body: { name: 'Fang', mobile: mobile(), email, roles: [] } }))).toBe(says)
  const { id } = await lin.call(users.create, { body: { name: 'Wen', mobile: mobile(), roles: [] } })
  const edit = { ...asSent(users.update, await lin.call(users.get, { id })), email: email.replace('fang', 'wen') }
  expect(outcome(await lin.send(users.update, { id, body: edit }))).toBe(says)
})

// @req UIX-038
test.each([
  ['274951', 'taken'],
  ['27495', 'pin'],
  ['2749510', 'pin'],
  ['27495a', 'pin'],
  ['２７４９５１', 'pin'],
  [' 27495', 'pin'],
])('one’s own PIN is “%s”: %s', async (pin, says) => {
  const { lin, outcome } = await admin()
  expect(outcome(await lin.send(users.pin, { id: lin.id, body: { password, pin } }))).toBe(says)
})

const codes = [
  ['N001', 'taken'],
  ['a'.repeat(32), 'taken'],
  ['N01', 'code'],
  ['a'.repeat(33), 'code'],
  ['N-001', 'code'],
  ['北岸一站', 'code'],
] as const
// @req UIX-039
test.each(codes)('a station and a company are added under the code “%s”: %s', async (code, says) => {
  const { lin, station, outcome } = await admin()
  expect(outcome(await lin.send(stations.create, { body: { name: 'North', code } }))).toBe(says)
  const unlike = says === 'taken' ? `${code.slice(0, 20)}${unique()}` : code
  expect(outcome(await lin.send(createCompany, { body: { ...other(), code: unlike } }))).toBe(says)
  const kept = await lin.call(stations.get, { id: station.id })
  const edit = { ...asSent(stations.update, kept), code: unlike }
  expect(outcome(await lin.send(stations.update, { id: station.id, body: edit }))).toBe(says)
})

// @req UIX-039
test('a code that was given before the rule stays, until it is changed', async () => {
  const { lin, company } = await admin()
  await (await world()).rows(`update company set code = 'x-${company.id}' where id = $1`, [company.id])
  const kept = asSent(companies.update, await lin.call(companies.get, { id: company.id }))
  expect(await lin.refused(companies.update, { id: company.id, body: { ...kept, name: 'Riverside' } })).toBe('allowed')
  expect(await lin.refused(companies.update, { id: company.id, body: { ...kept, code: 'y-1', version: 2 } })).toBe('validation')
})

// @req UIX-040
test.each([
  ['C-77', 'taken'],
  ['  C-77  ', 'taken'],
  ['', 'taken'],
  ['C', 'customerId'],
  ['c'.repeat(33), 'customerId'],
  ['C 77', 'customerId'],
  ['客户77', 'customerId'],
])('a company is known to its operator by the code “%s”: %s', async (customerId, says) => {
  const { lin, company, outcome } = await admin()
  expect(outcome(await lin.send(createCompany, { body: { ...other(), customerId } }))).toBe(says)
  const kept = await lin.call(companies.get, { id: company.id })
  expect(outcome(await lin.send(companies.update, { id: company.id, body: { ...asSent(companies.update, kept), customerId } }))).toBe(says)
})
