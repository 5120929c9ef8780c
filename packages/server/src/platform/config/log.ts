import { pino, type DestinationStream, type Logger } from 'pino'
import { isUnanswered } from '../postgres/refusals-of-postgres.ts'

/** JSON lines. Of a request: method, address and where from; never a header, and no secret that somebody put into an address. */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = { level, serializers: { req: asLogged } }
  return to ? pino(options, to) : pino(options)
}

/** Says what nobody asked for and failed: in a line where the database did not answer, which passes; in full where we are wrong. */
export const tellFailure =
  (log: Logger, message: string) =>
  (error: unknown): void => {
    if (isUnanswered(error)) log.warn({ reason: (error as Error).message }, message)
    else log.error({ err: error }, message)
  }

interface Logged {
  method: string
  url: string
  ip?: string
}
const asLogged = ({ method, url, ip }: Logged) => ({ method, url: withoutSecrets(url), ip })

/** A link's code, and whatever is as long as half of a session. */
export const withoutSecrets = (url: string): string =>
  url
    .replaceAll(/([?&](?:token|smartToken|access_token|authorization|code|password|pin)=)[^&#]*/gi, '$1…')
    .replaceAll(/=[\w-]{43}(?![\w-])/g, '=…')
