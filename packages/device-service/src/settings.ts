import { z } from 'zod'
import { deviceServicePort } from '@forecourt/contract/reader/reader-calls.ts'

const Origins = z
  .string('names the addresses of Forecourt whose pages may call, such as https://forecourt.example.com, parted by blanks')
  .transform(text => text.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z
      .array(z.string().refine(isOrigin, 'is addresses like https://forecourt.example.com, without a path, parted by blanks'))
      .min(1, 'names at least one address'),
  )
function isOrigin(text: string): boolean {
  return /^https?:[^*]*$/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
const count = (from: number, to: number) => z.coerce.number(`is a number from ${from} to ${to}`).int().min(from).max(to)

const Settings = z.object({
  FORECOURT_ORIGINS: Origins,
  DEVICE_PORT: count(0, 65_535).default(deviceServicePort),
  DEVICE_READER: z.enum(['auto', 'pcsc', 'virtual'], 'is auto, pcsc or virtual').default('auto'),
  DEVICE_FOLDER: z.string().optional(),
  DEVICE_TIMEOUT_MS: count(100, 60_000).default(5000),
})

export class WrongSettings extends Error {}

/** @throws WrongSettings */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.keys(Settings.shape).map(name => [name, env[name] || undefined]))
  const read = Settings.safeParse(given)
  if (!read.success) throw new WrongSettings(read.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`).join('\n'))
  const {
    FORECOURT_ORIGINS: origins,
    DEVICE_PORT: port,
    DEVICE_READER: reader,
    DEVICE_FOLDER: folder,
    DEVICE_TIMEOUT_MS: timeoutMs,
  } = read.data
  return { origins, port, reader, folder, timeoutMs }
}
