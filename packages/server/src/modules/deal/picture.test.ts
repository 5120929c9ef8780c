import { deals } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { marketing } from '../../testing/coupons.ts'
import { form, gif, jpg, pdf, png } from '../../testing/file.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const megabyte = 1024 * 1024

// @req MKT-020
test('a coupon shows a picture: png, jpg, jpeg or gif of at most six megabytes, put up by who writes coupons', async () => {
  const it = await marketing()
  const put = async (filename: string, bytes: Buffer, by = it.clerk) => {
    const { payload, headers } = form({ filename, bytes })
    return by.raw('POST', '/upload?type=dealPicture', payload, headers)
  }
  for (const [name, bytes] of [
    ['a.png', png()],
    ['a.jpg', jpg()],
    ['a.jpeg', jpg()],
    ['a.gif', gif()],
  ] as const) {
    const { id: pictureId } = (await put(name, bytes)).json() as { id: number }
    const { id } = await it.deal({ pictureId })
    expect(await it.clerk.call(deals.get, { id }), name).toMatchObject({ pictureId })
  }
  expect((await put('a.pdf', pdf())).statusCode).not.toBe(200)
  const filler = 6 * megabyte - png().length
  expect((await put('most.png', png({ filler }))).statusCode).toBe(200)
  expect((await put('more.png', png({ filler: filler + 1 }))).statusCode).toBe(413)
  // A leader of a station hands coupons out and writes none.
  const leader = await it.staff({ role: 'station_master', over: { stationId: it.station.id } })
  expect((await put('a.png', png(), leader)).statusCode).toBe(403)
})
