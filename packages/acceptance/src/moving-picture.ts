import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { dataFolder, startProduct } from './product.ts'
import { open, settled, signIn, type DemoFile, type Look } from './visitor.ts'
import { animated, type Frame } from './webp.ts'

/**
 * `npm run pictures -- moving`: the station as it stands now, half a minute of it at four times its pace, in both languages, for the
 * README. It starts a demo whose first station sells, as `npm start` does.
 */
const size = { width: 1200, height: 760 }
const [frames, everyMs, shownMs] = [32, 1000, 250]
const quality = 0.72
const folder = resolve(import.meta.dirname, '../../../docs/pictures')

/** Time for cars to come to the forecourt before the first picture is taken. */
const warmUpMs = 25_000

async function main() {
  const data = dataFolder()
  const product = await startProduct({ dataDir: data.path, env: { NODE_ENV: 'development' } })
  const browser = await openBrowser()
  try {
    const company = accountIn(product.output())
    await pause(warmUpMs)
    for (const language of ['zh', 'en'] as const) {
      const look: Look = { language, mode: language === 'zh' ? 'light' : 'dark', ...size }
      const page = await (await open(browser, look)).newPage()
      await signIn(page, product.url, company, role, 0)
      await page.goto(`${product.url}/stationMge/vestibuleMge/deviceMge`)
      await settled(page)
      // Offered on the first sign-in of anyone who has several stations.
      await page.getByRole('button', { name: language === 'zh' ? '留在本站' : 'Stay at this station' }).click()
      const shots: string[] = []
      for (let turn = 0; turn < frames; turn++) {
        shots.push((await page.screenshot({ type: 'png' })).toString('base64'))
        await pause(everyMs)
      }
      const path = resolve(folder, `live-${language}.webp`)
      mkdirSync(dirname(path), { recursive: true })
      const picture = animated(size, await changesOf(await browser.newPage(), shots))
      writeFileSync(path, picture)
      console.log(`${path}: ${Math.round(picture.length / 1024)} kB`)
      await page.context().close()
    }
  } finally {
    await browser.close()
    await product.stop()
    data.remove()
  }
}

const role = 'station_master'
/** What a first start prints: a company's code and password, and below it each account's role and mobile number. */
function accountIn(printed: string): DemoFile['companies'][number] {
  const [, code, password] = /company code (\S+), password (\S+)/.exec(printed)!
  const [, mobile] = new RegExp(`${role} +(\\d+)`).exec(printed)!
  return { code: code!, stations: [], accounts: [{ role, mobile: mobile!, password: password!, pin: '' }] }
}

/** Of each picture the rectangle in which it differs from the one before. */
async function changesOf(page: Page, shots: readonly string[]): Promise<Frame[]> {
  const changes = await page.evaluate(
    async ({ all, size: { width, height }, as }) => {
      const pixelsOf = async (png: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${png}`
        await image.decode()
        const canvas = new OffscreenCanvas(width, height)
        const drawing = canvas.getContext('2d')!
        drawing.drawImage(image, 0, 0)
        return { canvas, pixels: new Uint32Array(drawing.getImageData(0, 0, width, height).data.buffer) }
      }
      const found: { x: number; y: number; width: number; height: number; webp: string }[] = []
      let before: Uint32Array | undefined
      for (const png of all) {
        const { canvas, pixels } = await pixelsOf(png)
        let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height]
        for (let at = 0; before && at < pixels.length; at++) {
          if (pixels[at] === before[at]) continue
          const [x, y] = [at % width, Math.floor(at / width)]
          left = Math.min(left, x - (x % 2))
          top = Math.min(top, y - (y % 2))
          right = Math.max(right, x + 1)
          bottom = Math.max(bottom, y + 1)
        }
        before = pixels
        // Nothing has moved: a point of it stands for the time that passes.
        if (right === 0) [left, top, right, bottom] = [0, 0, 1, 1]
        const part = new OffscreenCanvas(right - left, bottom - top)
        part.getContext('2d')!.drawImage(canvas, -left, -top)
        const bytes = new Uint8Array(await (await part.convertToBlob({ type: 'image/webp', quality: as })).arrayBuffer())
        found.push({ x: left, y: top, width: part.width, height: part.height, webp: bytes.toBase64() })
      }
      return found
    },
    { all: shots, size, as: quality },
  )
  return changes.map(({ webp, ...place }) => ({ ...place, webp: Buffer.from(webp, 'base64'), ms: shownMs }))
}

await main()
