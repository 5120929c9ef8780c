import { beforeEach, describe, expect, test, vi } from 'vitest'

const drawer = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => drawer.get(key) ?? null,
  setItem: (key: string, value: string) => drawer.set(key, value),
  removeItem: (key: string) => drawer.delete(key),
})
vi.stubGlobal('__REVISION__', '')

/** The line to a server: what the browser's request was given, and what comes back. */
interface Line {
  url: string
  headers: Record<string, string>
  file: File | null
  timeout: number
}
let lines: Line[] = []
let answer: { status: number; body: string } | 'cut' = { status: 200, body: '{}' }
vi.stubGlobal(
  'XMLHttpRequest',
  class {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    status = 0
    responseText = ''
    declare onload: () => void
    declare onerror: () => void
    declare onabort: () => void
    timeout = 0
    line: Line = { url: '', headers: {}, file: null, timeout: 0 }
    open(_method: string, url: string) {
      this.line.url = url
    }
    setRequestHeader(name: string, value: string) {
      this.line.headers[name] = value
    }
    getResponseHeader = () => null
    abort() {
      this.onabort()
    }
    send(form: FormData) {
      this.line.file = form.get('file') as File
      this.line.timeout = this.timeout
      lines.push(this.line)
      this.upload.onprogress?.({ loaded: 50, total: 200 })
      if (answer === 'cut') return this.onerror()
      ;({ status: this.status, body: this.responseText } = answer)
      return this.onload()
    }
  },
)

const { upload } = await import('./upload.ts')
const { keepToken, session } = await import('./session.ts')
const { addWords, setLanguage } = await import('../i18n/index.ts')

const picture = (name = 'a.png', size = 100) => new File([new Uint8Array(size)], name, { type: 'image/png' })

beforeEach(() => {
  lines = []
  drawer.clear()
  setLanguage('en')
  addWords({ error: { network: 'Please check the network status!!!', expired: 'expired', unreadable: 'unreadable {status}' } })
  keepToken('secret', String(Date.now() + 3_600_000))
})

// @req SEC-002 SEC-003 SEC-004 SEC-005 SEC-006 SEC-007
test('a file travels as a form with the headers of every call, and says how far it has come', async () => {
  answer = { status: 200, body: JSON.stringify({ id: 7, url: '/api/v1/attachments/7', name: 'a.png', size: 100 }) }
  const shares: number[] = []
  expect(await upload(picture(), 'stationPicture', share => shares.push(share))).toEqual(JSON.parse(answer.body))
  expect(shares).toEqual([0.25])
  expect(lines[0]!.url).toBe('/api/v1/upload?type=stationPicture')
  expect(lines[0]!.headers).toMatchObject({
    Authorization: 'secret',
    language: 'en',
    client: 'web/1.0.1340',
    'Cache-Control': 'no-cache',
    Pragma: 'no-cache',
  })
  // The browser alone knows the form's boundary.
  expect(lines[0]!.headers).not.toHaveProperty('Content-Type')
  expect(lines[0]!.file?.name).toBe('a.png')
  expect(lines[0]!.timeout).toBe(300_000)
})

// @req UIX-050 UIX-051
describe('what its name and size already say is said before a byte is sent', () => {
  test.each([
    ['logo.bmp', 10, 'file.kind', 'Only PNG, JPG, GIF files can be uploaded'],
    ['logo.png', 2 * 1_048_576 + 1, 'file.tooLarge', 'The file must not exceed 2 MB'],
    ['logo.png', 0, 'file.empty', 'The file is empty'],
  ])('%s of %i bytes', async (name, size, code, message) => {
    await expect(upload(picture(name, size), 'companyPicture')).rejects.toMatchObject({ code, message })
    expect(lines).toEqual([])
  })
})

// @req LIM-007 LIM-008 LIM-009 LIM-010
test.each([
  ['stationPicture', 'a.png', 6 * 1_048_576],
  ['userAvatar', 'a.png', 6 * 1_048_576],
  ['companyPicture', 'a.png', 2 * 1_048_576],
  ['invoice', 'a.pdf', 1_048_576],
  ['software', 'a.zip', 50 * 1_048_576],
] as const)('%s: a file of the size that is the limit is sent, one byte more is not', async (type, name, most) => {
  answer = { status: 200, body: '{}' }
  const sized = (size: number) => Object.defineProperty(picture(name, 1), 'size', { value: size })
  await expect(upload(sized(most + 1), type)).rejects.toMatchObject({ code: 'file.tooLarge', field: 'file' })
  expect(lines).toEqual([])
  await upload(sized(most), type)
  expect(lines).toHaveLength(1)
})

// @req SEC-012 SEC-021
test('the server’s refusal, and a line that breaks, are reported as with every call', async () => {
  answer = { status: 422, body: JSON.stringify({ code: 'file.unreadable', message: 'The file is damaged', field: 'file' }) }
  await expect(upload(picture(), 'itemPicture')).rejects.toMatchObject({ status: 422, code: 'file.unreadable', field: 'file' })
  answer = 'cut'
  await expect(upload(picture(), 'itemPicture')).rejects.toMatchObject({ status: 0, code: 'network' })
})

// @req SEC-022
test('a 401 to a file ends the session as with every call; another refusal leaves it', async () => {
  for (const [status, token, expired] of [
    [422, 'secret', false],
    [401, undefined, true],
  ] as const) {
    answer = { status, body: JSON.stringify({ code: status === 401 ? 'auth.required' : 'file.unreadable', message: 'no' }) }
    await expect(upload(picture(), 'itemPicture')).rejects.toMatchObject({ status })
    expect([session().token, session().expired, drawer.has('smartToken')]).toEqual([token, expired, !expired])
  }
})
