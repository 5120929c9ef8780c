import { isIP } from 'node:net'
import { z } from 'zod'

export interface Setting {
  schema: z.ZodType
  default: string
  meaning: string
}
export const setting = <S extends z.ZodType>(schema: S, shownDefault: string, meaning: string) =>
  ({ schema, default: shownDefault, meaning }) satisfies Setting

export const count = (what: string, min: number, max: number) => z.coerce.number(what).int(what).min(min, what).max(max, what)

/** A JSON object of texts. */
export function headersOf(text: string, ctx: z.RefinementCtx): Record<string, string> {
  try {
    return z.record(z.string().regex(/^[\w-]+$/), z.string()).parse(JSON.parse(text))
  } catch {
    ctx.addIssue('is a JSON object like {"Authorization":"Bearer …"}')
    return z.NEVER
  }
}

/** `10.0.0.5` or `192.168.1.0/24`. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  const wide = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  return family > 0 && wide && more.length === 0
}
