import type { Channel, Outcome } from './channel.ts'

interface SmtpFault extends Error {
  code?: string
  responseCode?: number
  response?: string
}

/** Mail by SMTP, a connection for each message. `url` may carry user and password; it is never logged. */
export function mailBy(url: string, from: string, timeoutMs = 15_000): Channel {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'forecourt'
  return {
    from,
    async send({ key, address, subject, text }) {
      let given = false
      const listen = (_: unknown, said: unknown) => {
        if (said === 'DATA') given = true
      }
      const options = { url, ...timeouts, disableFileAccess: true, disableUrlAccess: true, transactionLog: true, logger: listening(listen) }
      try {
        // Few starts are followed by a mail; none waits for what sends it.
        const { createTransport } = await import('nodemailer')
        // As an object: what stands in an address is never read as several.
        const to = { name: '', address }
        await createTransport(options as object).sendMail({ from, to, subject, text, messageId: `<${key}@${host}>` })
        return { end: 'sent' }
      } catch (error) {
        return outcomeOf(error as SmtpFault, given)
      }
    },
  }
}

/** Hears what is said between us and the server; nothing of it is kept. */
const listening = (listen: (entry: unknown, said: unknown) => void) => {
  const deaf = () => {}
  return { level: deaf, trace: deaf, debug: listen, info: deaf, warn: deaf, error: deaf, fatal: deaf }
}

/** A server that answers has not taken it. One that falls silent after it was given the text may have. */
function outcomeOf({ code, responseCode, response, message }: SmtpFault, given: boolean): Outcome {
  if (responseCode !== undefined) {
    const why = `${code === 'EAUTH' ? 'auth' : 'refused'}: ${response ?? responseCode}`
    return { end: responseCode >= 500 && code !== 'EAUTH' ? 'refused' : 'later', why }
  }
  if (code === 'EENVELOPE') return { end: 'refused', why: `address: ${message}` }
  return given ? { end: 'unsure', why: `silent: ${code ?? ''}` } : { end: 'later', why: `unreachable: ${code ?? ''}` }
}
